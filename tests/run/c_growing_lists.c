// head: cost(cost)/(x)
// inputs: m = 14
// inputs: x(14) = 0.5 .. 1.5
// head: events(events)/(y)
// inputs: m = 14
// inputs: y(14) = 0.2 .. 0.9
// head: sums(sums)/(y)
// inputs: m = 14
// inputs: y(14) = 0.2 .. 0.9
// Lists that grow by realloc: of numbers, indices and structures, by doubling and by one, behind handles, and checked for want of memory.
#include <math.h>
#include <stdlib.h>

typedef struct {
  double *data;
  int n, cap;
} vec;

static void push(vec *v, double x) {
  if (v->n == v->cap) {
    v->cap = v->cap ? 2 * v->cap : 2;
    v->data = realloc(v->data, v->cap * sizeof(double));
  }
  v->data[v->n++] = x;
}

double cost(int m, const double *x) {
  vec v = {0, 0, 0};
  double s = 0.0;
  for (int i = 0; i < m; i++) {
    push(&v, x[i] * x[i]);
    if (x[i] > 0.8)
      push(&v, sin(x[i]));
    s += v.data[v.n / 2] * s + x[i];
  }
  for (int i = 0; i < v.n; i++)
    s += v.data[i] * v.data[i];
  free(v.data);
  return s;
}

typedef struct {
  double time, size;
  int kind;
} event;

typedef struct {
  event *list;
  int *order;
  size_t count;
} schedule;

static schedule *schedule_new(void) {
  schedule *s = malloc(sizeof(schedule));
  s->list = NULL;
  s->order = NULL;
  s->count = 0;
  return s;
}

static int schedule_add(schedule *s, double time, double size, int kind) {
  event *grown = realloc(s->list, (s->count + 1) * sizeof *grown);
  if (!grown)
    return -1;
  s->list = grown;
  int *order = realloc(s->order, (s->count + 1) * sizeof(int));
  if (order == NULL)
    return -1;
  s->order = order;
  s->order[s->count] = (int)((s->count * 3) % (s->count + 1));
  s->list[s->count].time = time;
  s->list[s->count].size = size;
  s->list[s->count].kind = kind;
  s->count++;
  return 0;
}

static void schedule_free(schedule *s) {
  free(s->list);
  free(s->order);
  free(s);
}

double events(int m, const double *y) {
  schedule *s = schedule_new();
  double total = 0.0;
  for (int i = 0; i < m; i++) {
    if (schedule_add(s, y[i] * (i + 1), exp(-y[i]), i % 3) != 0)
      return -1.0;
    const event *e = &s->list[s->order[i]];
    total += e->kind == 1 ? e->time * e->size : sin(e->size) * total;
  }
  for (size_t k = 0; k < s->count; k++)
    total += s->list[s->order[k]].time * s->list[k].size;
  schedule_free(s);
  return total;
}

double sums(int m, const double *y) {
  int room = 3;
  double *partial = (double *)calloc(room, sizeof(double));
  double total = 0.0;
  for (int i = 0; i < m; i++) {
    if (i >= room) {
      room += 4;
      double *larger = (double *)realloc(partial, sizeof(double) * room);
      if (larger == NULL) {
        free(partial);
        return 0.0;
      }
      partial = larger;
      for (int k = i; k < room; k++)
        partial[k] = 0.0;
    }
    for (int k = 0; k <= i; k++)
      partial[k] += y[k] * y[i];
    total = cos(total) + partial[i / 2];
  }
  partial = realloc(partial, (size_t)(m / 2) * sizeof(double));
  for (int k = 0; k < m / 2; k++)
    total += partial[k] * partial[k];
  free(partial);
  return total;
}
