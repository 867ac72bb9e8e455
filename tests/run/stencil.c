// A void function that overwrites an array, with a pointer that moves and a while loop.
// head: smooth(u w)\(u)
// inputs: n = 6
// inputs: u(6) = 0.5 .. 1.5
void smooth(int n, double *u, double w)
{
    int it = 0;
    while (it < 3) {
        double *p = u + 1;
        for (int i = 1; i < n - 1; i++) {
            *p = *p + w*(u[i - 1] - 2.0*u[i] + u[i + 1])*u[i];
            p++;
        }
        it++;
    }
}
