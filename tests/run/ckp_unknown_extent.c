// What lies behind a pointer is in no snapshot: the directives are not obeyed, with a warning.
// head: f(x)\(f)
// inputs: n = 4
// inputs: x(4) = 0.5 .. 1.5
double f(int n, double *x)
{
    double s = 1.0;
    //$AD CHECKPOINT-START
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1]*x[i];
    //$AD CHECKPOINT-END
    for (int i = 0; i < n; i++)
        s *= x[i];
    //$AD BINOMIAL-CKP n 2 1
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1]*x[i];
    for (int i = 0; i < n; i++)
        s *= x[i];
    return s;
}
