// Complex numbers of single precision in C: the functions with an `f`, results that the caller converts.
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

typedef float complex cplx;
typedef struct {
    float complex gain;
    float shift;
} filter;
typedef struct {
    float length;
    cplx z0;
} segment;
static const float PI = 3.141592653589793;

static float complex transfer(const filter *p, float w)
{
    float complex s = I*w + p->shift;
    return p->gain/(1.0 + s*s);
}

static float cabs2(float complex z)
{
    return crealf(z)*crealf(z) + cimagf(z)*cimag(z);
}

float response(int n, const float *r, float complex *z, const filter *p, float w)
{
    float sum = 0.0;
    float complex h = transfer(p, w);
    for (int i = 0; i < n; i++) {
        float complex t = r[i]*h + conjf(z[i]);
        z[i] = cexpf(I*t/4.0)*z[i];
        t *= t;
        sum += cabsf(t) + cargf(z[i]);
        sum += cabs2(csqrtf(z[i] + 2.0)) + crealf(csinf(t)*clogf(2.0 + z[i]));
        sum += cabsf(cpow(z[i], 2.5)) + crealf(ctanh(t)) - cimagf(h);
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
        cplx w = cexpf(sign*2.0*I*PI*k/n);
        cplx even = out[k], odd = w*out[k + n/2];
        out[k] = even + odd;
        out[k + n/2] = even - odd;
    }
}

float spectral_error(int n, const float *signal, const float *phase)
{
    cplx *a = calloc(n, sizeof *a), *b = calloc(n, sizeof(cplx));
    float error = 0.0;
    for (int i = 0; i < n; i++)
        a[i] = signal[i]*cexpf(I*phase[i]);
    transform(n, 1, a, b, -1);
    for (int k = 0; k < n; k++) {
        int f = k <= n/2 ? k : k - n;
        b[k] *= 1.0/(1.0 + 0.1*f*f) + 0.05*I*f;
    }
    transform(n, 1, b, a, +1);
    for (int i = 0; i < n; i++) {
        cplx d = a[i]/n - conjf(a[(i + 1)%n])/n;
        error += crealf(d*conjf(d)) + 0.01*cargf(a[i]/n + 10.0);
    }
    free(a);
    free(b);
    return error;
}

static cplx seen(segment s, cplx load, float freq)
{
    cplx t = I*tan(freq*s.length);
    return s.z0*(load + s.z0*t)/(s.z0 + load*t);
}

float line_loss(int n, const segment *seg, cplx load, float freq)
{
    cplx at[4];
    segment last = seg[n - 1];
    memset(at, 0, sizeof at);
    at[n] = load;
    for (int i = n - 1; i >= 0; i--)
        at[i] = seen(seg[i], at[i + 1], freq);
    last.z0 += CMPLXF(0.1, 0.2)*at[0];
    cplx reflected = (at[0] - 1.0)/(at[0] + 1.0);
    return cabsf(reflected)*cabsf(reflected) + cimagf(last.z0) + 0.5*cimag(at[1]);
}

void growth(float k, float c, float *rate, float *turns)
{
    cplx s = -0.1 + 0.9*I, step;
    int count = 0;
    do {
        cplx f = s*s + c*s + k + 0.1*cexpf(-s), df = 2.0*s + c - 0.1*cexpf(-s);
        step = f/df;
        s -= step;
        count++;
    } while (cabsf(step) > 1e-6f && count < 30);
    *rate = crealf(s);
    *turns = cimagf(s)/(2.0*PI);
}
