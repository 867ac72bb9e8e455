// Globals that lead to memory which one function makes, others work on, and another one frees.
// head: run(run)/(rho omega)
// inputs: n = 6
// inputs: steps = 4
// inputs: rho = 0.5 .. 1.5
// inputs: omega = 0.1 .. 0.4
// head: relax(relax)/(rho)
// inputs: n = 6
// inputs: rho = 0.5 .. 1.5
#include <stdlib.h>
#include <math.h>

static double *f0, *f1;
static int size;

static void init(int n, double rho)
{
  size = n;
  f0 = malloc(n*sizeof(double));
  f1 = calloc(n, sizeof(double));
  if (!f0 || !f1)
    abort();
  for (int i = 0; i < n; i++)
    f0[i] = rho*(1 + 0.1*i);
}

static void step(double omega)
{
  for (int i = 0; i < size; i++) {
    int l = (i + size - 1)%size, r = (i + 1)%size;
    f1[i] = f0[i] + omega*(f0[l]*f0[r] - f0[i]*f0[i]);
  }
  double *t = f0;
  f0 = f1;
  f1 = t;
}

static void finish(void)
{
  free(f0);
  free(f1);
  f0 = f1 = NULL;
}

double run(int n, int steps, double rho, double omega)
{
  double s = 0;
  init(n, rho);
  for (int k = 0; k < steps; k++)
    step(omega);
  for (int i = 0; i < n; i++)
    s += f0[i]*f0[i]*i;
  finish();
  return s;
}

struct grid {
  int n;
  double *u, h;
};

static struct grid grid;

static void grid_make(int n, double rho)
{
  grid.n = n;
  grid.h = 1.0/n;
  grid.u = malloc((n + 1)*sizeof *grid.u);
  for (int i = 0; i <= n; i++)
    grid.u[i] = rho*i*grid.h;
}

static void grid_free(void)
{
  free(grid.u);
  grid.u = NULL;
}

double relax(int n, double rho)
{
  double s = 0;
  grid_make(n, rho);
  for (int k = 0; k < 3; k++)
    for (int i = 1; i < grid.n; i++)
      grid.u[i] += 0.3*grid.u[i - 1]*grid.u[i + 1] - 0.1*grid.u[i];
  for (int i = 0; i <= n; i++)
    s += grid.u[i]*grid.u[i];
  grid_free();
  return s*grid.h;
}
