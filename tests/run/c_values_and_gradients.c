// Values of the dependents and gradients in one call (-value, -gradient): functions of pointers of which the head says the extent, arrays with lengths,
// structures by pointer with pointers in them, numbers by value, globals, a value through a pointer, several returns.
// options: -gradient -value
// head: rosenbrock(rosenbrock)/(x[n], stiffness)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: stiffness = 0.5 .. 1.5
// head: decay(cost)/(p)
// inputs: n = 4
// inputs: p.a = 0.5 .. 1.5
// inputs: p.b = 0.5 .. 1.5
// inputs: y(4) = 0 .. 0
// head: loss(s.loss)/(s.u[s.n], s.p)
// inputs: s.n = 3
// inputs: s.u(3) = 0.5 .. 1.5
// inputs: s.p.a = 0.5 .. 1.5
// inputs: s.p.b = 0.5 .. 1.5
// head: area(area)/(a)
// inputs: a = 0.5 .. 1.5
// inputs: b = 0.5 .. 1.5
// head: cases(cases)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// head: table(table)/(t[rows*cols])
// inputs: rows = 2
// inputs: cols = 3
// inputs: t(6) = 0.5 .. 1.5
// head: status(cost)/(x)
// inputs: n = 3
// inputs: x(3) = 0.5 .. 1.5
// inputs: work(3) = 0 .. 0
#include <math.h>
#include <stddef.h>

typedef struct {
    double a, b;
} parameters;

typedef struct {
    int n;
    double *u;
    double loss;
    parameters p;
} state;

double stiffness = 2.0;

double rosenbrock(int n, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n - 1; i++) {
        double t = x[i + 1] - x[i]*x[i];
        sum = sum*0.5 + stiffness*t*t + (1 - x[i])*(1 - x[i]);
    }
    return sum;
}

void decay(const parameters *p, int n, double y[n], double *cost)
{
    *cost = 0.0;
    for (int i = 0; i < n; i++) {
        y[i] = exp(-p->a*i)*p->b;
        *cost += y[i]*y[i];
    }
    *cost = sqrt(*cost);
}

void loss(state *s)
{
    s->loss = 0;
    for (int i = 0; i < s->n; i++)
        s->loss += s->u[i]*s->u[i]*s->p.a;
    s->loss = s->loss*s->loss;
}

double area(double a, double b)
{
    double area = a*b;
    area = area*area*a;
    return area;
}

double cases(int n, double x[n])
{
    double sum = 0.0;
    if (n < 1)
        return 0.0;
    for (int i = 0; i < n; i++) {
        sum = sum*x[i] + sin(x[i]);
        if (sum > 1.5)
            return sum*sum;
    }
    return sum;
}

double table(size_t rows, size_t cols, const double *t)
{
    double product = 1.0;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            product = product*t[i*cols + j] + t[i*cols + j];
    return product;
}

int status(int n, const double x[n], double work[n], double *cost)
{
    for (int i = 0; i < n; i++)
        work[i] = x[i]*x[i];
    *cost = 0.0;
    for (int i = 0; i < n; i++)
        *cost = *cost*work[i] + work[i];
    return 0;
}
