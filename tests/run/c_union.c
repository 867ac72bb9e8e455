// head: shapes(area)/(dims)
// inputs: dims(4) = 1 .. 2
// inputs: area = 0 .. 0
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
