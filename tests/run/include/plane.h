/* What a project keeps in a header: short functions with bodies, a macro around offsetof, and one with a name of stdlib.h. */
#ifndef PLANE_H
#define PLANE_H
#include <stddef.h>
#define abs(x) ((x) >= 0 ? (x) : -(x))
#define PLACE(T, M) offsetof(T, M)
#define MEMBER(P, T, M, V) (*(const V *)((const char *)(P) + PLACE(T, M)))
typedef struct { double x, y; } point;
static inline point minus(point a, point b) { return (point){ a.x - b.x, a.y - b.y }; }
static inline double cut(double a, double least) { return a < least ? least : a*a; }
static inline double cross(point a, point b) { return cut(a.x*b.y, -9.0) - a.y*b.x; }
double fan(const point *p, int n, double least);
double swirl(point a, double turn);
#endif
