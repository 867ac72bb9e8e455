// Structures by value: compound literals, short functions of them.
// head: trace(trace)/(o d s)
// inputs: n = 2
// inputs: o = 0.0 .. 0.1
// inputs: d.z = 1.0
// inputs: d.x = 0.0 .. 0.1
// inputs: d.y = 0.0 .. 0.1
// inputs: s.c.x = 0.1 .. 0.2
// inputs: s.c.y = 0.1 .. 0.2
// inputs: s.c.z = 4.0 .. 6.0
// inputs: s.r = 1.0 .. 1.5
// head: launched(launched)/(angle speed)
// inputs: angle = 0.2 .. 0.8
// inputs: speed = 1 .. 2
#include <math.h>
typedef struct vec3 { double x, y, z; } vec3;
struct sphere { vec3 c; double r; };
static inline vec3 sub(vec3 a, vec3 b) { return (vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline double dot(vec3 a, vec3 b) { return a.x*b.x + a.y*b.y + a.z*b.z; }
static inline vec3 scale(vec3 a, double k) { vec3 r = {k*a.x, k*a.y, k*a.z}; return r; }
static int hit(const struct sphere *s, vec3 o, vec3 d, double *t)
{
    vec3 oc = sub(o, s->c);
    double b = dot(oc, d), c = dot(oc, oc) - s->r*s->r, disc = b*b - c;
    if (disc < 0) return 0;
    *t = -b - sqrt(disc);
    return *t > 1e-6;
}
double trace(vec3 o, vec3 d, int n, const struct sphere s[2])
{
    double best = 1e30, t;
    d = scale(d, 1/sqrt(dot(d, d)));
    for (int i = 0; i < n; i++)
        if (hit(&s[i], o, d, &t) && t < best) best = t;
    return best;
}

typedef struct { vec3 at, d; double length; } ray;

/* Literals among the arguments of calls in a list. */
double launched(double angle, double speed)
{
    ray r = { .at = {1, 2, -5}, .d = scale((vec3){0, sin(angle), cos(angle)}, speed), .length = speed };
    const ray turned = { sub(r.at, (vec3){angle, 1, r.d.y}), scale(sub(r.d, (vec3){0, 0, speed}), 2.0), 1.0 };
    double both[2] = { dot((vec3){angle, 1, speed}, r.d), dot(turned.at, turned.d) };
    return both[0]*r.length + both[1];
}
