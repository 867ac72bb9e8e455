// What a passive call sets element by element, before calls that read it and set it: its derivative is cleared in between.
// head: turned(p)/(a)
// inputs: a = 0.3
// inputs: p(2) = 0
// head: member(p)/(a)
// inputs: a = 0.3
// inputs: p(2) = 0
// head: again(p)/(a)
// inputs: a = 0.3
// inputs: p(2) = 0
#include <math.h>

static void identity(double r[2][2])
{
    r[0][0] = 1.0;
    r[0][1] = 0.0;
    r[1][0] = 0.0;
    r[1][1] = 1.0;
}

static void turn(double t, double r[2][2])
{
    double s = sin(t), c = cos(t);
    double a0 = c*r[0][0] + s*r[1][0], a1 = c*r[0][1] + s*r[1][1];
    double b0 = c*r[1][0] - s*r[0][0], b1 = c*r[1][1] - s*r[0][1];
    r[0][0] = a0;
    r[0][1] = a1;
    r[1][0] = b0;
    r[1][1] = b1;
}

void turned(double a, double p[2])
{
    double r[2][2];
    identity(r);
    turn(a, r);
    turn(2*a, r);
    p[0] = r[0][0];
    p[1] = r[0][1];
}

struct frame { double r[2][2], origin[2]; };

void member(double a, double p[2])
{
    struct frame f;
    f.origin[0] = a*a;
    f.origin[1] = 1.0;
    identity(f.r);
    turn(a, f.r);
    p[0] = f.r[0][0]*f.origin[0] + f.origin[1];
    p[1] = f.r[0][1];
}

// In a loop: the second time the derivative is that of the last turn.
void again(double a, double p[2])
{
    double r[2][2];
    p[0] = 0.0;
    p[1] = 0.0;
    for (int k = 0; k < 3; k++) {
        identity(r);
        turn(k*a, r);
        turn(a, r);
        p[0] += r[0][0];
        p[1] += k*r[0][1]*a;
    }
}
