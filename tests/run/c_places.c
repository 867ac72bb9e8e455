// Places reached by pointer arithmetic: elements counted from p + k, from &a[i], from rows of an array, from a row by its name.
// head: places(a)\(r)
// inputs: n = 3
// inputs: a(6) = 0.5 .. 1.5
void places(int n, double *a, double *r)
{
    double m[2][3] = {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
    double (*q)[3] = m, v[3] = {a[0], a[1]*a[2], a[3]};
    struct {
        double w[3];
    } s = {{a[0], a[1], a[2]}};
    *r = 0.0;
    for (int i = 1; i < n; i++) {
        double *p = a + i;
        *r += (a + i)[1]*(1 + a)[i]*(&a[i])[1]*(a + (unsigned)i)[-1] + (p + 1)[0]*(&p[-1])[1] + (a - 1 + i)[1];
        (a + i)[1] *= a[0];
        *r += *(m[1] + 1)**(*(m + 1) + i)*(*(m + 1))[0] + **m*(&m[0])[1][2];
        *r += (*(q + 1))[i]*q[0][1]**(q[1] + 1);
        *v *= *(v + 1);
        *(v + i) += (v + 1)[0];
        *r += *(v + 2)*(s.w + 1)[1]**(s.w + i);
    }
}
