// A pointer in a structure moves on: what it leads to by one subscript in a turn is what it leads to by another in the next.
// head: run(run)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: handed(handed)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// head: again(again)/(x)
// inputs: x(2) = 0.5 .. 1.5
// head: views(views)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
typedef struct { int n; double *v; } view;
double run(int n, const double *x)
{
    double all[5], s = 0.0;
    view a;
    for (int i = 0; i < n; i++)
        all[i] = x[i];
    all[n] = x[0]*x[1];
    a.v = all;
    for (int i = 0; i < n; i++) {
        s += a.v[1]*a.v[1];
        a.v[0] = x[i]*s;
        a.v = a.v + 1;
    }
    return s + all[2];
}

static void shift(view *a)
{
    a->v++;
}

double handed(int n, const double *x)
{
    double all[5], s = 0.0;
    view a;
    for (int i = 0; i < n; i++)
        all[i] = x[i];
    all[n] = x[0]*x[1];
    a.v = all;
    for (int i = 0; i < n; i++) {
        s += a.v[1]*a.v[1];
        a.v[0] = x[i]*s;
        shift(&a);
    }
    return s + all[2];
}

double again(const double *x)
{
    double all[3] = {x[0], x[1], x[0]*x[1]}, s;
    view a = {3, all};
    s = a.v[1]*a.v[1];
    a.v = all + 1;
    a.v[0] = s*x[0];
    return s + all[0]*all[1]*all[2];
}

double views(int n, const double *x)
{
    double all[4], s = 0.0;
    view a = {4, all}, b = {2, all + 1};
    double *rows[2] = {all, all + 2};
    for (int i = 0; i < n; i++)
        all[i] = x[i]*x[0];
    for (int i = 0; i < n; i++) {
        a.v[i] *= b.v[i % 2];
        b.v[1] = 0.5*x[i];
        rows[1][0] = rows[0][i]*x[1];
        s += a.v[i]*b.v[1];
    }
    return s;
}
