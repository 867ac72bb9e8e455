// head: shapes(area)/(dims)
// inputs: dims(4) = 1 .. 2
// inputs: area = 0 .. 0
// head: advanced(advanced)/(a k)
// inputs: a = 1 .. 2
// inputs: k = 0.2 .. 0.5
#include <math.h>
typedef enum { CIRCLE, RECT } kind_t;
typedef struct {
    kind_t kind;
    union { struct { double r; } circle; struct { double w, h; } rect; } u;
} shape;
static double area_of(const shape *s)
{
    switch (s->kind) {
    case CIRCLE: return 3.14159265358979*s->u.circle.r*s->u.circle.r;
    case RECT: return s->u.rect.w*s->u.rect.h;
    }
    return 0.0;
}
void shapes(const double *dims, double *area)
{
    shape a = { .kind = CIRCLE }, b = { .kind = RECT };
    a.u.circle.r = dims[0];
    b.u.rect.w = dims[1];
    b.u.rect.h = dims[2];
    *area = area_of(&a) + dims[3]*area_of(&b);
}

/* One that begins as zeros by its array. */
union state { struct { double central, peripheral, effect; } s; double v[3]; };

double advanced(double a, double k)
{
    union state y = { .v = { 0 } }, sum = { .v = { 0 } };
    y.s.central = a;
    for (int n = 0; n < 4; n++) {
        union state dy = { .v = { 0 } };
        dy.s.effect = k*(y.s.central - y.s.effect);
        dy.s.central -= k*y.v[0]*y.v[0];
        dy.s.peripheral -= dy.s.central;
        for (int i = 0; i < 3; i++) {
            y.v[i] += 0.5*dy.v[i];
            sum.v[i] += y.v[i]*y.v[i];
        }
    }
    return sum.s.central + 2.0*sum.s.peripheral + 3.0*sum.s.effect;
}
