// C: `w[i] = w[k]` of structures with arrays, where both may be one place: it keeps its adjoint.
// head: f(f)/(x)
// inputs: x(4) = 0.5 .. 1
// inputs: k = 1
typedef struct { double p[2]; double m; } part;
typedef struct { part a[2]; double s; } whole;
double f(const double *x, int k)
{
    whole w[3];
    double s = 0;
    for (int i = 0; i < 3; i++) {
        w[i].s = x[i];
        for (int j = 0; j < 2; j++) {
            w[i].a[j].p[0] = x[i]*x[j];
            w[i].a[j].p[1] = x[i + j]*x[3];
            w[i].a[j].m = x[i + 1];
        }
    }
    for (int i = 0; i < 3; i++) {
        w[i] = w[k];
        w[i].a[0] = w[i].a[i % 2];
        w[i].a[1].p[0] *= w[k].s;
    }
    for (int i = 0; i < 3; i++) s += w[i].s*w[i].a[0].p[0]*w[i].a[1].p[0]*w[i].a[1].p[1]*w[i].a[0].m + w[i].a[0].p[1];
    return s;
}
