// A structure that points to its values.
// head: apply(y)/(m x)
// inputs: m.n = 3
// inputs: m.val(3) = 0.5 .. 1.5
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(3) = 0.5 .. 1.5
typedef struct { int n; double *val; } Mat;
void apply(const Mat *m, const double *x, double *y)
{
    const double *v = m->val;
    for (int i = 0; i < m->n; i++)
        y[i] = v[i]*x[i]*x[i] + m->val[0];
}
