// Lists whose designators name parts of parts.
// head: f(x)\(f)
// inputs: x = 0.5 .. 1.5
typedef struct { double mu, lam; } mat;
typedef struct { mat mat; double k[4]; double e; } cfg;

double f(const double x[3]) {
    cfg c = { .mat.mu = .7, .mat.lam = .2, .k[0] = 2.0, .k[2] = 3.0, .e = 4.0 };
    cfg d = { .k[1] = x[1], .mat.lam = x[0]*2.0, .k[3] = x[2] };
    double a[4] = { [1] = 2.0, [3] = x[0] };
    return c.mat.mu*x[0]*x[0] + c.mat.lam*x[1]*x[1]*x[1] + c.k[0]*x[2]*x[2] + c.k[2]*x[0] + c.e*x[1] + c.k[1]*x[1]
        + d.k[1]*d.mat.lam + d.k[3]*d.k[3] + a[1]*x[1] + a[3]*a[3];
}
