// Pointers that lead to something passive at one time and to something active at another: what is passive owns a derivative on loan.
// inputs: n = 4
// inputs: x(8) = 0.5 .. 1.5
// inputs: w(8) = 0.5 .. 1.5
// head: chosen(chosen)/(w)
// inputs: second = 1
// head: stepped(stepped)/(w)
// inputs: second = 0
// head: stack(stack)/(w)
// head: locals(locals)/(w)
// head: network(network)/(w)
#include <math.h>
#include <stdlib.h>

double chosen(int n, const double *x, const double *w, int second)
{
    const double *p = second ? x : w;
    double s = 0;
    for (int i = 0; i < n; i++) s += p[i]*w[i];
    return s;
}

double stepped(int n, const double *x, const double *w, int second)
{
    const double *p;
    double s = 0;
    if (second)
        p = x + 1;
    else
        p = w;
    for (int i = 0; i < n; i++) s += *p++*w[i];
    return s;
}

static double layers(int n, const double *x, const double *w, double *room)
{
    const double *in = x;
    for (int l = 0; l < 3; l++) {
        double *out = room + n*l;
        for (int i = 0; i < n; i++) out[i] = tanh(w[i]*in[(i + l)%n]);
        in = out;
    }
    double s = 0;
    for (int i = 0; i < n; i++) s += in[i];
    return s;
}

// The data of the user, a part for each call.
double stack(int n, const double *x, const double *w)
{
    double *room = malloc(3*n*sizeof *room), s = 0;
    for (int k = 0; k < 2; k++) s += layers(n, x + k*n, w, room);
    free(room);
    return s;
}

// Local arrays and memory from the heap, passive first and active then.
double locals(int n, const double *w)
{
    double room[12], x[4] = {1, 0.5, -0.5, 2}, *y = malloc(n*sizeof *y);
    for (int i = 0; i < n; i++) y[i] = 0.1*i;
    double s = layers(n, x, w, room)*layers(n, y, w, room);
    for (int i = 0; i < n; i++) y[i] = s*w[i];
    s = layers(n, y, w, room);
    free(y);
    return s;
}

typedef struct { int width; const double *weights; double *out; } layer_t;
typedef struct { int depth; layer_t *layers; } network_t;

static const double *forward(network_t *net, const double *x)
{
    const double *in = x;
    for (layer_t *l = net->layers; l < net->layers + net->depth; l++) {
        const int n = l->width;
        for (int i = 0; i < n; i++) l->out[i] = tanh(l->weights[i]*in[n - 1 - i]);
        in = l->out;
    }
    return in;
}

// The result of a function that gives its argument back when there are no layers.
double network(int n, const double *x, const double *w)
{
    double room[8], loss = 0;
    layer_t l[2] = {{n, w, room}, {n, w + n, room + n}};
    network_t net = {2, l};
    for (int k = 0; k < 2; k++) {
        const double *out = forward(&net, x + k*n);
        loss += out[0]*out[1] + out[n - 1];
    }
    return loss;
}
