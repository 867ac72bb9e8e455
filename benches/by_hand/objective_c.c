/*
 * The adjoint of examples/objective_c, written by hand statement by statement: distances and correlations are computed again, the
 * factor is what it has become.
 */
#include "objective.h"

#include <math.h>
#include <stddef.h>

#define ROW(a, i, n) ((a) + (size_t)(i) * (size_t)(n))

static double scaled_distance(int d, const double *p, const double *q, const double *scale)
{
    double sum = 0.0;
    for (int k = 0; k < d; k++) {
        const double t = (p[k] - q[k]) / scale[k];
        sum += t * t;
    }
    return sqrt(sum + 1e-12);
}

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

/* Its value again, and its derivative. */
static double correlation_b(double r, int smooth, double *r_partial)
{
    double s, e;
    switch (smooth) {
    case 0:
        s = sqrt(3.0) * r;
        e = exp(-s);
        *r_partial = -sqrt(3.0) * s * e;
        return (1.0 + s) * e;
    case 1:
        s = sqrt(5.0) * r;
        e = exp(-s);
        *r_partial = -sqrt(5.0) * s * (1.0 + s) / 3.0 * e;
        return (1.0 + s + s * s / 3.0) * e;
    default:
        e = exp(-0.5 * r * r);
        *r_partial = -r * e;
        return e;
    }
}

double objective_hand(const Data *data, const Kernel *kernel, Kernel *kernelb, double mean, double *meanb, double seed)
{
    const int n = data->n, d = data->d;
    double a[n * n], ab[n * n], z[n], zb[n];
    double fit = 0.0, logdet = 0.0, sum = 0.0;

    for (int i = 0; i < n; i++) {
        const double *p = ROW(data->points, i, d);
        double *row = ROW(a, i, n);
        for (int j = 0; j <= i; j++) {
            const double *q = ROW(data->points, j, d);
            double r = scaled_distance(d, p, q, kernel->scale), dot = 0.0;
            for (int k = 0; k < d; k++)
                dot += p[k] * q[k];
            row[j] = kernel->variance * correlation(r, kernel->smooth) + kernel->trend * dot;
        }
        row[i] += kernel->noise * kernel->noise;
    }
    for (int i = 0; i < n; i++) {
        double *ri = ROW(a, i, n), s;
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
            return 1e30;
        ri[i] = sqrt(s);
    }
    for (int i = 0; i < n; i++) {
        const double *row = ROW(a, i, n);
        double s = data->values[i] - mean;
        for (int k = 0; k < i; k++)
            s -= row[k] * z[k];
        z[i] = s / row[i];
        fit += z[i] * z[i];
        logdet += log(row[i]);
    }

    /* backward */
    for (int k = 0; k < d; k++) {
        const double t = log(kernel->scale[k]);
        sum += fabs(t) > 2.0 ? 4.0 * fabs(t) - 4.0 : t * t;
        kernelb->scale[k] += (fabs(t) > 2.0 ? copysign(4.0, t) : 2.0 * t) / kernel->scale[k] * seed;
    }
    kernelb->noise += seed / 0.2;
    if (kernel->variance > 4.0)
        kernelb->variance += seed;
    for (int i = 0; i < n * n; i++)
        ab[i] = 0.0;
    for (int i = 0; i < n; i++) {
        ab[i * n + i] = seed / a[i * n + i];
        zb[i] = z[i] * seed;
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *row = ROW(a, i, n);
        double *rowb = ROW(ab, i, n);
        const double sb = zb[i] / row[i];
        rowb[i] -= z[i] * sb;
        for (int k = 0; k < i; k++) {
            rowb[k] -= z[k] * sb;
            zb[k] -= row[k] * sb;
        }
        *meanb -= sb;
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *ri = ROW(a, i, n);
        double *rib = ROW(ab, i, n), sb;
        sb = rib[i] / (2.0 * ri[i]);
        rib[i] = sb;
        for (int k = 0; k < i; k++)
            rib[k] -= 2.0 * ri[k] * sb;
        for (int j = i - 1; j >= 0; j--) {
            const double *rj = ROW(a, j, n);
            double *rjb = ROW(ab, j, n);
            sb = rib[j] / rj[j];
            rjb[j] -= ri[j] * sb;
            rib[j] = sb;
            for (int k = 0; k < j; k++) {
                rib[k] -= rj[k] * sb;
                rjb[k] -= ri[k] * sb;
            }
        }
    }
    for (int i = 0; i < n; i++) {
        const double *p = ROW(data->points, i, d), *rowb = ROW(ab, i, n);
        kernelb->noise += 2.0 * kernel->noise * rowb[i];
        for (int j = 0; j <= i; j++) {
            const double *q = ROW(data->points, j, d);
            double r = scaled_distance(d, p, q, kernel->scale), dot = 0.0, r_partial;
            for (int k = 0; k < d; k++)
                dot += p[k] * q[k];
            kernelb->trend += dot * rowb[j];
            kernelb->variance += correlation_b(r, kernel->smooth, &r_partial) * rowb[j];
            const double rb = kernel->variance * r_partial * rowb[j] / r;
            for (int k = 0; k < d; k++) {
                const double t = (p[k] - q[k]) / kernel->scale[k];
                kernelb->scale[k] -= t * t / kernel->scale[k] * rb;
            }
        }
    }
    return 0.5 * (fit + n * 1.8378770664093453) + logdet + sum + kernel->noise / 0.2 + fmax(kernel->variance - 4.0, 0.0);
}
