// Matrices that are static in the file, and set anew in every step: a diagonal over rows of zeros.
// head: loss(par)\(loss)
// inputs: ne = 4
// inputs: par(4) = 0.8 .. 1.2
// inputs: steps = 5
#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum kind { RESISTOR, CAPACITOR, DIODE, SOURCE };

struct element {
    enum kind kind;
    int a, b;
    double value;
};

#define NODES 3

static double g_matrix[NODES][NODES], current[NODES], volt[NODES];

static int solve(void)
{
    for (int k = 0; k < NODES; k++) {
        if (fabs(g_matrix[k][k]) < 1e-14)
            return 1;
        for (int i = k + 1; i < NODES; i++) {
            double m = g_matrix[i][k] / g_matrix[k][k];
            for (int j = k; j < NODES; j++)
                g_matrix[i][j] -= m * g_matrix[k][j];
            current[i] -= m * current[k];
        }
    }
    for (int i = NODES - 1; i >= 0; i--) {
        double s = current[i];
        for (int j = i + 1; j < NODES; j++)
            s -= g_matrix[i][j] * volt[j];
        volt[i] = s / g_matrix[i][i];
    }
    return 0;
}

static void stamp(const struct element *e, double dt)
{
    double g = 0.0, c = 0.0, v = volt[e->a] - volt[e->b];
    switch (e->kind) {
    case RESISTOR:
        g = 1.0 / e->value;
        break;
    case CAPACITOR:
        g = e->value / dt;
        c = g * v;
        break;
    case DIODE: {
        double x = v > 0.5 ? 0.5 : v;
        g = 1e-3 * e->value * exp(x / 0.3) / 0.3 + 1e-6;
        c = g * v - 1e-3 * e->value * (exp(x / 0.3) - 1.0);
        break;
    }
    case SOURCE:
        g = 10.0;
        c = 10.0 * e->value;
        break;
    default:
        assert(0);
    }
    g_matrix[e->a][e->a] += g;
    g_matrix[e->b][e->b] += g;
    g_matrix[e->a][e->b] -= g;
    g_matrix[e->b][e->a] -= g;
    current[e->a] += c;
    current[e->b] -= c;
}

double loss(int ne, const double *par, int steps)
{
    static const struct { enum kind kind; int a, b; } net[] = {{SOURCE, 1, 0}, {RESISTOR, 1, 2}, {CAPACITOR, 2, 0}, {DIODE, 2, 0}};
    struct element el[4];
    double out = 0.0;
    for (int i = 0; i < ne; i++) {
        el[i].kind = net[i].kind;
        el[i].a = net[i].a;
        el[i].b = net[i].b;
        el[i].value = par[i];
    }
    for (int i = 0; i < NODES; i++)
        volt[i] = 0.0;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < NODES; i++) {
            current[i] = 0.0;
            for (int j = 0; j < NODES; j++)
                g_matrix[i][j] = 0.0;
            g_matrix[i][i] = i ? 1e-9 : 1e6;
        }
        for (int i = 0; i < ne; i++)
            stamp(&el[i], 0.1);
        if (solve() != 0)
            exit(EXIT_FAILURE);
        out += volt[2] * volt[2];
    }
    return out;
}
