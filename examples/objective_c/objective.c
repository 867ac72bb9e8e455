/*
 * Negative logarithm of the marginal likelihood of a Gaussian process, with a prior on its hyperparameters. What an
 * optimiser minimises to choose length scales, variance and noise.
 */
#include "objective.h"

#include <math.h>
#include <stddef.h>

#define ROW(a, i, n) ((a) + (size_t)(i) * (size_t)(n))

static const double LOG_2PI = 1.8378770664093453;

/* Distance of two points, each dimension measured in its own length. */
static double scaled_distance(int d, const double *p, const double *q, const double *scale)
{
    double sum = 0.0;

    for (int k = 0; k < d; k++) {
        const double t = (p[k] - q[k]) / scale[k];
        sum += t * t;
    }
    /* the root has no derivative at zero: stay away from it */
    return sqrt(sum + 1e-12);
}

/* Correlation at a distance: Matern 3/2, Matern 5/2 or squared exponential. */
static double correlation(double r, int smooth)
{
    double s;

    switch (smooth) {
    case 0:
        s = sqrt(3.0) * r;
        return (1.0 + s) * exp(-s);
    case 1:
        s = sqrt(5.0) * r;
        return (1.0 + s + s * s / 3.0) * exp(-s);
    default:
        return exp(-0.5 * r * r);
    }
}

/* The lower half of the covariance of all points with each other. */
static void covariance(const Data *data, const Kernel *kernel, double *a)
{
    const int n = data->n, d = data->d;

    for (int i = 0; i < n; i++) {
        const double *p = ROW(data->points, i, d);
        double *row = ROW(a, i, n);
        for (int j = 0; j <= i; j++) {
            const double *q = ROW(data->points, j, d);
            double r = scaled_distance(d, p, q, kernel->scale);
            double c = kernel->variance * correlation(r, kernel->smooth);
            double dot = 0.0;
            for (int k = 0; k < d; k++)
                dot += p[k] * q[k];
            row[j] = c + kernel->trend * dot;
        }
        row[i] += kernel->noise * kernel->noise;
    }
}

/* Replaces the lower half of a by its Cholesky factor. Returns 0 when a is not positive definite. */
static int cholesky(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        double *ri = ROW(a, i, n);
        double s;
        for (int j = 0; j < i; j++) {
            const double *rj = ROW(a, j, n);
            s = ri[j];
            for (int k = 0; k < j; k++)
                s -= ri[k] * rj[k];
            ri[j] = s / rj[j];
        }
        s = ri[i];
        for (int k = 0; k < i; k++)
            s -= ri[k] * ri[k];
        if (s <= 0.0)
            return 0;
        ri[i] = sqrt(s);
    }
    return 1;
}

/* Solves l z = b for the lower factor l. */
static void forward_solve(int n, const double *l, const double *b, double *z)
{
    for (int i = 0; i < n; i++) {
        const double *row = ROW(l, i, n);
        double s = b[i];
        for (int k = 0; k < i; k++)
            s -= row[k] * z[k];
        z[i] = s / row[i];
    }
}

/* Length scales are neither tiny nor huge; the noise is rather small. */
static double prior(int d, const Kernel *kernel)
{
    double sum = 0.0;

    for (int k = 0; k < d; k++) {
        const double t = log(kernel->scale[k]);
        sum += fabs(t) > 2.0 ? 4.0 * fabs(t) - 4.0 : t * t;
    }
    return sum + kernel->noise / 0.2 + fmax(kernel->variance - 4.0, 0.0);
}

/* Returns a large value where the covariance is not positive definite. */
double objective(const Data *data, const Kernel *kernel, double mean)
{
    const int n = data->n;
    double a[n * n], centred[n], z[n];
    double fit = 0.0, logdet = 0.0;

    covariance(data, kernel, a);
    if (!cholesky(n, a))
        return 1e30;
    for (int i = 0; i < n; i++)
        centred[i] = data->values[i] - mean;
    forward_solve(n, a, centred, z);
    for (int i = 0; i < n; i++) {
        fit += z[i] * z[i];
        logdet += log(a[i * n + i]);
    }
    return 0.5 * (fit + n * LOG_2PI) + logdet + prior(data->d, kernel);
}
