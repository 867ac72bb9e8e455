// A Kalman filter: structures by pointer, copied, designated initialisers; one call is for its effects alone.
// head: loglik(loglik)/(q r z)
// inputs: n = 5
// inputs: z(5) = 0.5 .. 1.0
// inputs: q = 0.1 .. 0.2
// inputs: r = 0.2 .. 0.3
#include <math.h>
typedef struct { double x[2]; double P[2][2]; } State;
static void predict(State *s, double q, double dt)
{
    double F[2][2] = {{1, dt}, {0, 1}}, T[2][2], N[2][2];
    double x0 = s->x[0] + dt*s->x[1];
    s->x[0] = x0;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { T[i][j] = 0; for (int k = 0; k < 2; k++) T[i][j] += F[i][k]*s->P[k][j]; }
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { N[i][j] = i == j ? q : 0.0; for (int k = 0; k < 2; k++) N[i][j] += T[i][k]*F[j][k]; }
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) s->P[i][j] = N[i][j];
}
static double update(State *s, double z, double r)
{
    double y = z - s->x[0], S = s->P[0][0] + r;
    double K[2] = { s->P[0][0]/S, s->P[1][0]/S };
    s->x[0] += K[0]*y; s->x[1] += K[1]*y;
    State old = *s;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) s->P[i][j] = old.P[i][j] - K[i]*old.P[0][j];
    return -0.5*(log(2*3.14159265358979*S) + y*y/S);
}
double loglik(int n, const double *z, double q, double r)
{
    State s = { .x = {0.0, 0.0}, .P = {{1.0, 0.0}, {0.0, 1.0}} };
    double l = 0;
    for (int i = 0; i < n; i++) { predict(&s, q, 0.1); l += update(&s, z[i], r); }
    return l;
}
