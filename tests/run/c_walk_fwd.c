// Pointers to arguments that walk: the adjoint walks back.
// head: axpy(y)/(a x y)
// inputs: n = 5
// inputs: x(5) = 0.5 .. 1.5
// inputs: y(5) = 0.5 .. 1.5
void axpy(int n, double a, const double *x, double *y)
{
    while (n-- > 0)
        *y++ += a * *x++;
}
