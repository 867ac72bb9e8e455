// Points and cameras chosen by an array of indices.
// head: residuals(r)/(cams points)
// inputs: p = 4
// inputs: cams(4) = 0.5 .. 1.5
// inputs: points(6) = 0.5 .. 1.5
// inputs: obs(8) = 0, 1, 1, 0, 1, 2, 0, 2
// inputs: r(8) = 0 .. 0
static void project(const double *cam, const double *x, double *out)
{
    double s = 1.0 + cam[1]*x[0]*x[0];
    out[0] = cam[0]*x[0]/s;
    out[1] = cam[0]*x[1]/s;
}

void residuals(int p, const double *cams, const double *points, const int *obs, double *r)
{
    for (int i = 0; i < p; i++) {
        int c = obs[2*i];
        int q = obs[2*i + 1];
        project(&cams[2*c], &points[2*q], &r[2*i]);
    }
}
