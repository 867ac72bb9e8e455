#include <math.h>
#include "const.h"

double activate(double x) { return 1.0 / (1.0 + exp(-x)); }

double layer(const double *weights, const double *input)
{
    double sum = 0;
    int i, j;
    for (i = 0; i < HIDDEN; i++) {
        double h = 0;
        for (j = 0; j < INPUTS; j++) h += weights[i * INPUTS + j] * input[j];
        h = activate(h);
        sum += weights[HIDDEN * INPUTS + i] * h;
    }
    return sum;
}

double NeuralNetworkLoss(const double *weights, const double *inputs, const double *wanted)
{
    double error = 0;
    int k;
    for (k = 0; k < SAMPLES; k++) {
        double d = layer(weights, inputs + k * INPUTS) - wanted[k];
        if (d > 0.5)
            error += d - 0.25;
        else
            error += d * d;
    }
    return error / SAMPLES;
}
