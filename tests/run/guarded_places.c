// Elements that exist only where a test says so, in turns that run again: what a turn overwrites is not named in front of the test.
// head: reactions(a)/(a x)
// inputs: a(4) = 0.5 .. 1.5
// inputs: x(3) = 0.5 .. 1.5
// head: neighbours(energy)/(p)
// inputs: n = 4
// inputs: p(4) = 0.5 .. 1.5
// inputs: energy = 0 .. 0
static const int in[3][2] = { {0, -1}, {1, 2}, {-1, 3} };

void reactions(double *a, const double *x)
{
    double d[4] = {0, 0, 0, 0}, v[3];
    for (int s = 0; s < 3; s++) {
        for (int r = 0; r < 3; r++) {
            v[r] = x[r]*a[r];
            for (int i = 0; i < 2; i++) {
                if (in[r][i] >= 0)
                    d[in[r][i]] -= v[r]*v[r];
            }
        }
        for (int i = 0; i < 4; i++) a[i] += 0.1*d[i]*d[i];
    }
}

void neighbours(int n, const double *p, double *energy)
{
    double f[4] = {0};
    *energy = 0;
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < n; i++) {
            double w = p[i]*p[i];
            if (i > 0) f[i - 1] += w*p[i];
            if (i + 1 < n) f[i + 1] -= w;
            if (w > 1.0) f[i] += w*w;
        }
        for (int i = 0; i < n; i++) *energy += f[i]*f[i];
    }
}
