// Memory behind an object, asked for together with it.
// head: loss(loss)/(w x)
// inputs: w(9) = -1 .. 1
// inputs: x(2) = -1 .. 1
// wrong several: RT0440
// wrong interpreted: leads outside its object
// head: scaled(scaled)/(x)
// inputs: x(4) = 0.5 .. 1
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int inputs, hidden;
    double *weight, *output;
} net;

static net *net_init(int inputs, int hidden)
{
    int weights = (inputs + 1)*hidden, size = (int)(sizeof(net) + sizeof(double)*(weights + inputs + hidden));
    net *n = malloc(size);
    if (!n) return 0;
    n->inputs = inputs;
    n->hidden = hidden;
    n->weight = (double *)((char *)n + sizeof(net));
    n->output = n->weight + weights;
    return n;
}

static const double *net_run(const net *n, const double *x)
{
    const double *w = n->weight, *in = n->output;
    double *o = n->output + n->inputs, *first = o;
    memcpy(n->output, x, sizeof(double)*n->inputs);
    for (int j = 0; j < n->hidden; j++) {
        double sum = *w++;
        for (int k = 0; k < n->inputs; k++) sum += *w++*in[k];
        *o++ = tanh(sum);
    }
    return first;
}

double loss(const double *w, const double *x)
{
    double s = 0;
    net *n = net_init(2, 3);
    for (int i = 0; i < 9; i++) n->weight[i] = w[i];
    const double *o = net_run(n, x);
    for (int j = 0; j < 3; j++) s += o[j]*o[j];
    o = net_run(n, o);
    for (int j = 0; j < 3; j++) s += o[j];
    free(n);
    return s;
}

/* With numbers in the object, too. */
typedef struct {
    int n;
    double scale;
    double *at;
} vector;

double scaled(const double *x)
{
    vector *v = malloc(sizeof *v + 4*sizeof(double));
    double s = 0;
    v->n = 4;
    v->at = (double *)(v + 1);
    v->scale = x[0];
    for (int i = 0; i < v->n; i++) v->at[i] = x[i]*v->scale;
    v->scale = x[1]*x[1];
    for (int i = 0; i < v->n; i++) s += v->at[i]*v->at[i]*v->scale;
    free(v);
    return s;
}
