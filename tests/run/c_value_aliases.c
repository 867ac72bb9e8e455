// Values whose place the callee may change by another way: elements of the structure whose address is passed too, what a pointer leads to, globals.
// head: machine(machine)/(x)
// inputs: x(4) = 0.5 .. 1.5
// head: twisted(twisted)/(x)
// inputs: x(2) = 0.5 .. 1.5
// head: globals(globals)/(x)
// inputs: x(2) = 0.5 .. 1.5
#include <math.h>
typedef struct { double a[8]; int top; double total; } stack;
enum op { PUSH, ADD, MUL, SIN, DUP, END };
typedef struct { enum op op; int arg; } instruction;
static const instruction program[] = {
    {PUSH, 0}, {PUSH, 1}, {MUL, 0}, {DUP, 0}, {SIN, 0}, {ADD, 0}, {PUSH, 2}, {PUSH, 3}, {MUL, 0}, {ADD, 0}, {END, 0}
};

static void push(stack *s, double x) { s->a[s->top++] = x; s->total += x*x; }
static double pop(stack *s) { return s->a[--s->top]; }

double machine(const double *x)
{
    stack s = { .top = 0 };
    for (const instruction *p = program; p->op != END; p++) {
        switch (p->op) {
        case PUSH: push(&s, x[p->arg]); break;
        case ADD: { double b = pop(&s); push(&s, pop(&s) + b); break; }
        case MUL: { double b = pop(&s), a = pop(&s); push(&s, a*b); break; }
        case SIN: s.a[s.top - 1] = sin(s.a[s.top - 1]); break;
        case DUP: push(&s, s.a[s.top - 1]); break;
        case END: break;
        }
    }
    return pop(&s);
}

static void scale(stack *s, double by) { for (int i = 0; i < s->top; i++) s->a[i] *= by; }
static void blend(double *v, double w, int n) { for (int i = 0; i < n; i++) v[i] = w*v[i]; }
static double twist(stack *s, double x) { s->total *= x; return s->total*x; }

double twisted(const double *x)
{
    stack s = { .top = 0, .total = 0 };
    double v[3] = { x[0], x[1], x[0]*x[1] };
    stack *p = &s;
    push(&s, x[0]);
    push(&s, s.a[s.top - 1]);
    scale(&s, s.a[1]);
    push(p, p->a[0]);
    blend(v, v[1], 3);
    blend(&v[1], *v, 2);
    p->total = twist(p, p->a[2]);
    p->a[0] = twist(p, p->total);
    return s.total*s.a[2] + s.a[0] + v[0]*v[1]*v[2];
}

static double level;
static struct { double a, b; } pair;

static void square(double v) { level = v*v + 0.5*level; }
static void both(double v, double w) { pair.a = v*w; pair.b = pair.a*v; }

double globals(const double *x)
{
    level = x[0];
    square(level);
    square(x[1]*level);
    square(level);
    pair.a = level; pair.b = x[1];
    both(pair.b, pair.a);
    both(pair.a, x[0]);
    return level*pair.b + pair.a;
}
