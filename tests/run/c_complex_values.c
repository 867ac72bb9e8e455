// Complex numbers of C in adjoints and tangents: operators, functions of complex.h, parts, modulus and angle.
// head: response(response)/(r z p.gain w)
// inputs: n = 4
// inputs: r(4) = 0.5 .. 1.5
// inputs: z(4) = 0.5 .. 1.5
// inputs: p.gain = 0.5 .. 1.5
// inputs: p.shift = 0.3
// inputs: w = 0.5 .. 1.5
// A recursive transform of a signal, filtered and transformed back, in memory that is allocated.
// head: spectral_error(spectral_error)/(signal phase)
// inputs: n = 8
// inputs: signal(8) = -1 .. 1
// inputs: phase(8) = 0 .. 0.5
// A line of transmission: complex structures, their arrays; functions that give them.
// head: line_loss(line_loss)/(seg.length seg.z0 load freq)
// inputs: n = 3
// inputs: seg(3).length = 0.1 .. 0.4
// inputs: seg.z0 = 0.5 .. 1.5
// inputs: load = 0.8 .. 1.2
// inputs: freq = 0.5 .. 1.5
// A damped oscillation: Newton's method in the complex plane, a loop that ends by a test.
// head: growth(rate turns)/(k c)
// inputs: k = 1 .. 2
// inputs: c = 0.2 .. 0.4
// inputs: rate = 0
// inputs: turns = 0
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double complex cplx;
typedef struct {
    double complex gain;
    double shift;
} filter;
typedef struct {
    double length;
    cplx z0;
} segment;
static const double PI = 3.141592653589793;

static double complex transfer(const filter *p, double w)
{
    double complex s = I*w + p->shift;
    return p->gain/(1.0 + s*s);
}

static double cabs2(double complex z)
{
    return creal(z)*creal(z) + cimag(z)*cimag(z);
}

double response(int n, const double *r, double complex *z, const filter *p, double w)
{
    double sum = 0.0;
    double complex h = transfer(p, w);
    for (int i = 0; i < n; i++) {
        double complex t = r[i]*h + conj(z[i]);
        z[i] = cexp(I*t/4.0)*z[i];
        t *= t;
        sum += cabs(t) + carg(z[i]);
        sum += cabs2(csqrt(z[i] + 2.0)) + creal(csin(t)*clog(2.0 + z[i]));
        sum += cabs(cpow(z[i], 2.5)) + creal(ctanh(t)) - cimag(h);
    }
    return sum;
}

static void transform(int n, int stride, const cplx *in, cplx *out, int sign)
{
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    transform(n/2, 2*stride, in, out, sign);
    transform(n/2, 2*stride, in + stride, out + n/2, sign);
    for (int k = 0; k < n/2; k++) {
        cplx w = cexp(sign*2.0*I*PI*k/n);
        cplx even = out[k], odd = w*out[k + n/2];
        out[k] = even + odd;
        out[k + n/2] = even - odd;
    }
}

double spectral_error(int n, const double *signal, const double *phase)
{
    cplx *a = calloc(n, sizeof *a), *b = calloc(n, sizeof(cplx));
    double error = 0.0;
    for (int i = 0; i < n; i++)
        a[i] = signal[i]*cexp(I*phase[i]);
    transform(n, 1, a, b, -1);
    for (int k = 0; k < n; k++) {
        int f = k <= n/2 ? k : k - n;
        b[k] *= 1.0/(1.0 + 0.1*f*f) + 0.05*I*f;
    }
    transform(n, 1, b, a, +1);
    for (int i = 0; i < n; i++) {
        cplx d = a[i]/n - conj(a[(i + 1)%n])/n;
        error += creal(d*conj(d)) + 0.01*carg(a[i]/n + 10.0);
    }
    free(a);
    free(b);
    return error;
}

static cplx seen(segment s, cplx load, double freq)
{
    cplx t = I*tan(freq*s.length);
    return s.z0*(load + s.z0*t)/(s.z0 + load*t);
}

double line_loss(int n, const segment *seg, cplx load, double freq)
{
    cplx at[4];
    segment last = seg[n - 1];
    memset(at, 0, sizeof at);
    at[n] = load;
    for (int i = n - 1; i >= 0; i--)
        at[i] = seen(seg[i], at[i + 1], freq);
    last.z0 += CMPLX(0.1, 0.2)*at[0];
    cplx reflected = (at[0] - 1.0)/(at[0] + 1.0);
    return cabs(reflected)*cabs(reflected) + cimag(last.z0) + 0.5*cimag(at[1]);
}

void growth(double k, double c, double *rate, double *turns)
{
    cplx s = -0.1 + 0.9*I, step;
    int count = 0;
    do {
        cplx f = s*s + c*s + k + 0.1*cexp(-s), df = 2.0*s + c - 0.1*cexp(-s);
        step = f/df;
        s -= step;
        count++;
    } while (cabs(step) > 1e-13 && count < 30);
    *rate = creal(s);
    *turns = cimag(s)/(2.0*PI);
}
