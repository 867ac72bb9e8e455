// Macros with arguments, an array without extent.
// head: f(y)/(x)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
// inputs: y(2) = 0.5 .. 1.5
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SQR(a) ((a)*(a))
void f(int n, const double x[], double y[])
{
    int best = 0;
    y[0] = 0.0;
    for (int i = 0; i < n; i++) {
        y[0] = MAX(y[0], SQR(x[i]));
        if (x[i] > x[best]) best = i;
    }
    y[1] = x[best]*y[0];
}
