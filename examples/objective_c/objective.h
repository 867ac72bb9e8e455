/* How badly a Gaussian process with given hyperparameters explains what was measured. */
#ifndef OBJECTIVE_H
#define OBJECTIVE_H

#define MAX_DIM 8

/* A kernel with one length scale per dimension, a slow trend, and noise. */
typedef struct {
    double variance;
    double scale[MAX_DIM];
    double trend;
    double noise;
    int smooth; /* 0: once differentiable, 1: twice, otherwise infinitely */
} Kernel;

/* The measurements: n points of dimension d, row after row, and their values. */
typedef struct {
    int n, d;
    const double *points;
    const double *values;
} Data;

double objective(const Data *data, const Kernel *kernel, double mean);

#endif
