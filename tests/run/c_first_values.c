// What is set first in memory that was made a moment ago overwrites nothing; and what only looks like it.
// head: f(x)\(f)
// inputs: n = 6
// inputs: x(6) = 0.3 .. 1.2
#include <stdlib.h>

struct pair { double a, b; struct pair *next; };

static void square(double *x) { *x = *x * *x; }

static double turn(int n, const double *x, double y)
{
  double *w = malloc(n*sizeof(double)), *same;
  struct pair *p = (struct pair *)malloc(sizeof(struct pair)), *q = calloc(1, sizeof *q);
  if (!w || p == NULL || !q)
    exit(1);
  for (int i = 0; i < n; i++) {
    w[i] = x[i]*y;
    w[i] = w[i]*w[i];
  }
  same = w;
  for (int i = 1; i < n; i++)
    same[i] = same[i - 1]*w[i];
  p->a = w[n - 1]*x[0];
  p->b = p->a*p->a;
  p->next = NULL;
  q->a = q->a + x[1];
  q->a = q->a*q->a;
  q->next = p;
  q->next->b = p->b*q->a;
  square(&q->b);
  q->b = x[2]*x[3] + q->b;
  square(&q->b);
  y = y*p->b + q->b*q->next->b + w[2];
  free(w);
  free(p);
  free(q);
  return y;
}

double f(int n, const double *x)
{
  double y = 0.5;
  for (int k = 0; k < 3; k++)
    y = turn(n, x, y)*0.5;
  return y;
}
