// What an assertion calls is done: its function may change what has a derivative, by a pointer or a variable of the file. What only looks is left out.
// head: f(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
#include <assert.h>

static int calls;
static int scale(double *w) { w[0] *= w[1]; return w[0] < 1e9; }
static int count(double v) { calls = calls + 1; return v > -1e9; }
static int counted(double v) { return count(v) && v < 1e9; }
static int is_small(const double *w) { return w[0] < 1e9; }

void f(int n, const double *x, double *y)
{
    double w[2] = {x[0], x[n - 1]};
    calls = 0;
    assert(scale(w));
    assert(is_small(w) && w[1] < 1e9);
    for (int i = 0; i < n; i++) {
        assert(count(x[i]));
        assert(counted(x[0]));
        assert(i < 2 || scale(w));
    }
    *y = w[0]*w[1]*calls;
}
