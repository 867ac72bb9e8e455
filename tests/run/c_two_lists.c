// Structures that lead to each other, as FILE of some systems does, beside what is differentiated.
// head: drain(drain)/(h)
// inputs: h = 1 .. 2
struct buf { struct buf *next; struct mark *m; };
struct mark { struct mark *next; struct buf *buf; };
typedef struct { struct buf *a; struct buf *b; struct buf *c; } files;
typedef struct { files rpt; files out; } proj;
double drain(double h) { return 3.0*h; }
void note(proj *t) { files *u = &t->rpt, *v = &t->out; v->a = u->b; }
void h1(proj *t) { files *u = &t->rpt; note(t); }
