// head: run(run)/(s dt)
#include <math.h>
#define N 3
typedef struct { double x, y; } Vec;
typedef struct { Vec pos[N], vel[N]; double mass[N]; int count; } State;
double gain = 0.5;
static void kick(State *s, double dt)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++) {
            Vec d;
            double w;
            d.x = s->pos[i].x - s->pos[j].x;
            d.y = s->pos[i].y - s->pos[j].y;
            w = gain*s->mass[j]*dt/(d.x*d.x + d.y*d.y + 0.1);
            s->vel[i].x -= w*d.x;
            s->vel[i].y -= w*d.y;
            s->vel[j].x += w*d.x;
            s->vel[j].y += w*d.y;
        }
}
double run(State *s, int steps, double dt)
{
    double e = 0.0;
    for (int t = 0; t < steps; t++) {
        kick(s, dt);
        for (int i = 0; i < N; i++) {
            s->pos[i].x += dt*s->vel[i].x;
            s->pos[i].y += dt*s->vel[i].y;
        }
    }
    for (int i = 0; i < N; i++) {
        switch (i) {
        case 0:
            e += s->vel[i].x*s->vel[i].x;
            /* fall through */
        case 1:
            e += s->vel[i].y*s->pos[i].x;
            break;
        default:
            e = e*s->pos[i].y;
        }
    }
    return e > 0.0 ? e*e : 2.0*e;
}
// driver:
#include <math.h>
#include <stdio.h>
#define N 3
typedef struct { double x, y; } Vec;
typedef struct { Vec pos[N], vel[N]; double mass[N]; int count; } State;
typedef struct { Vec pos[N], vel[N]; double mass[N]; } State_diff;
double run(State *s, int steps, double dt);
void run_b(State *s, State_diff *sb, int steps, double dt, double *dtb, double runb);
static State start(double h)
{
    State s;
    for (int i = 0; i < N; i++) {
        s.pos[i].x = i + 0.3 + h*0.5;
        s.pos[i].y = 0.5*i*i - 0.2 + h*cos(i);
        s.vel[i].x = 0.4 - i*0.3 + h*0.3;
        s.vel[i].y = 0.2*i - h*i;
        s.mass[i] = 1.0 + 0.5*i + h*sin(i);
    }
    s.count = 0;
    return s;
}
int main(void)
{
    State s = start(1e-6), t = start(-1e-6), u = start(0.0);
    State_diff b;
    double fd = (run(&s, 4, 0.1 + 2e-7) - run(&t, 4, 0.1 - 2e-7))/2e-6, dtb, ad;
    for (int i = 0; i < N; i++)
        b.pos[i].x = b.pos[i].y = b.vel[i].x = b.vel[i].y = b.mass[i] = 7.0;
    run_b(&u, &b, 4, 0.1, &dtb, 1.0);
    ad = 0.2*dtb;
    for (int i = 0; i < N; i++)
        ad += 0.5*b.pos[i].x + cos(i)*b.pos[i].y + 0.3*b.vel[i].x - i*b.vel[i].y + sin(i)*b.mass[i];
    if (fabs(fd - ad) <= 1e-6*(1 + fabs(fd)) && fabs(fd) > 1e-6)
        printf("ok\n");
    else
        printf("differs   %g %g\n", fd, ad);
    return 0;
}
