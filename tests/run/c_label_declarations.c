// C: side effects in tests are hoisted to declarations, which in C11 no `case` may stand in front of.
// head: track(track)/(k)
// inputs: k = 0.5 .. 1
// inputs: n = 6
typedef struct { int mode, ticks; } ctrl;

static int advance(ctrl *c)
{
    switch (c->mode) {
    case 0:
        if (c->ticks++ > 3) c->mode = 1;
        return 1;
    case 1:
    case 2: ;
        int more = c->ticks++ < 5;
        if (!more || ++c->ticks > 7) return 0;
        return more;
    default:
        if (c->ticks++ > 20) c->mode = 3;
        return 0;
    }
}

double track(double k, int n)
{
    double y = 1;
    ctrl c = { 0, 0 };
    for (int i = 0; i < n && advance(&c); i++) y += 0.1*k*y;
    return y;
}
