// Values that different arms of an IF save share a place in memory; cases that go on in the next one do not.
// head: places(places)/(x)
// inputs: n = 6
// inputs: m = 4
// inputs: x(6) = 0.5 .. 1.5
double places(int n, int m, double *x)
{
    double a = 0.1, b = 0.4;
    for (int t = 0; t < m; t++)
        for (int i = 0; i < n; i++) {
            a = a*x[i] + 0.3;
            if ((i + t)%3 == 0) {
                b = b*a;
                a = a*b;
            } else if (i%2 == 0)
                b = b*b*a;
            else
                a = a*a*b;
            switch (i*t%4) {
            case 0:
                a = a*a;
            case 1:
                b = b*b*a;
                a = a*b + 0.1;
                break;
            default:
                b = b*a + a*a;
            }
        }
    return a + b*b;
}
