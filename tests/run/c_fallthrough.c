// A switch with fall-through.
// head: f(f)/(x)
// inputs: n = 5
// inputs: k(5) = 0
// inputs: x(5) = 0.5 .. 1.5
double f(int n, const int *k, const double *x)
{
    double s = 1.0;
    for (int i = 0; i < n; i++) {
        switch (k[i]) {
        case 0:
            s *= x[i];
            /* fall through */
        case 1:
            s += x[i]*x[i];
            break;
        case 2:
        case 7:
            s -= 0.5*x[i];
            break;
        default:
            s = s*s*0.25;
        }
    }
    return s;
}
