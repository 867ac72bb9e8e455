// Layers that choose their activation from a table of functions, one of them of math.h.
// head: loss(loss)/(w x)
// inputs: a1 = 2
// inputs: a2 = 0
// inputs: w(26) = -0.5 .. 0.5
// inputs: x(3) = 0.5 .. 1.0
// inputs: target = 0.3
#include <math.h>
enum { TANH, RELU, SIGMOID, SOFTPLUS, NACT };
typedef double (*act_fn)(double);
static double relu(double x) { return x > 0 ? x : 0.01*x; }
static double sigmoid(double x) { return 1.0/(1.0 + exp(-x)); }
static double softplus(double x) { return log1p(exp(x)); }
static const act_fn acts[NACT] = { tanh, relu, sigmoid, softplus };
struct layer { int in, out, act; const double *w, *b; };
static void forward(const struct layer *l, const double *x, double *y)
{
    for (int i = 0; i < l->out; i++) {
        double s = l->b[i];
        for (int j = 0; j < l->in; j++) s += l->w[i*l->in + j]*x[j];
        y[i] = acts[l->act](s);
    }
}
double loss(int a1, int a2, const double *w, const double *x, double target)
{
    double h[4], y[2];
    struct layer l1 = { 3, 4, a1, w, w + 12 }, l2 = { 4, 2, a2, w + 16, w + 24 };
    forward(&l1, x, h);
    forward(&l2, h, y);
    double e = y[0] - target, f = y[1] + target;
    return 0.5*(e*e + f*f);
}
