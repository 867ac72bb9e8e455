// Functions that call themselves and give pointers to memory with derivatives: trees and lists.
// head: density(keys w x)\(density)
// inputs: n = 9
// inputs: keys(9) = 0.2 .. 0.9
// inputs: w(9) = 0.2 .. 0.9
// head: at(times values x)\(at)
// inputs: n = 7
// inputs: times(7) = 0.0 .. 1.0
// inputs: values(7) = 0.2 .. 0.9
// inputs: x = 0.3 .. 0.8
#include <stdlib.h>
#include <math.h>

typedef struct node {
  double key, weight;
  struct node *left, *right;
} node;

static node *insert(node *t, double key, double w) {
  if (t == NULL) {
    node *n = malloc(sizeof(node));
    if (!n) abort();
    n->key = key;
    n->weight = w;
    n->left = n->right = NULL;
    return n;
  }
  if (key < t->key)
    t->left = insert(t->left, key, w);
  else
    t->right = insert(t->right, key, w);
  t->weight += 0.1 * w * t->key;
  return t;
}

static double total(const node *t, double x) {
  if (!t) return 0.0;
  return t->weight * exp(-(x - t->key) * (x - t->key)) + total(t->left, x) + total(t->right, x);
}

static void destroy(node *t) {
  if (!t) return;
  destroy(t->left);
  destroy(t->right);
  free(t);
}

double density(int n, const double *keys, const double *w, double x) {
  node *root = NULL;
  for (int i = 0; i < n; i++)
    root = insert(root, keys[i], w[i]);
  double r = total(root, x);
  destroy(root);
  return r;
}
/* A sorted list and a tree, by functions that give back pointers. */
struct item {
  double time, value;
  struct item *next;
};

/* Puts a value in its place, and gives the list back. */
static struct item *put(struct item *list, double time, double value) {
  if (list == NULL || time < list->time) {
    struct item *e = (struct item *)malloc(sizeof *e);
    e->time = time;
    e->value = value;
    e->next = list;
    return e;
  }
  list->next = put(list->next, time, value);
  return list;
}

static struct item *last_before(struct item *list, double time) {
  if (list->next == NULL || list->next->time > time)
    return list;
  return last_before(list->next, time);
}

/* The first one of which the value is large: there are jumps in it. */
static struct item *large(struct item *p, double limit) {
again:
  if (p->next == NULL)
    return p;
  if (p->value > limit)
    return p;
  p = p->next;
  goto again;
}

static void drop(struct item *list) {
  if (list) {
    drop(list->next);
    free(list);
  }
}

double at(int n, const double *times, const double *values, double x) {
  struct item *list = NULL;
  for (int k = 0; k < n; k++)
    list = put(list, times[k], values[k]);
  struct item *p = last_before(list, x);
  double y = p->value;
  if (p->next)
    y += (p->next->value - p->value)*(x - p->time)/(p->next->time - p->time);
  put(list, 2.0, y);
  last_before(list, 1.5)->value *= x;
  y = y*y + last_before(list, 10.0)->value + sin(large(list, 0.5)->value) + large(last_before(list, x), 0.4)->time;
  while (last_before(list, y)->value < 0.1)
    y += 0.5;
  drop(list);
  return y;
}
