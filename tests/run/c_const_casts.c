// One matrix three times, twice through a cast that only says `const`, as libraries of small matrices ask for: the three parameters become one.
// head: f(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// inputs: y(4) = 0
typedef double vec4[4];

static void mul(const vec4 *a, const vec4 *b, vec4 *r)
{
    vec4 t[4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            t[i][j] = 0.0;
            for (int k = 0; k < 4; k++)
                t[i][j] += a[i][k]*b[k][j];
        }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            r[i][j] = t[i][j];
}

void f(const double x[3], double y[4])
{
    vec4 m[4] = { { 1.0, 2.0, 3.0, 4.0 }, { 2.0, 3.0, 4.0, 5.0 }, { 6.0, 7.0, 8.0, 1.0 }, { 1.0, 2.0, 3.0, 4.0 } };
    m[0][1] = x[0];
    m[2][1] = x[1];
    m[3][3] = x[2];
    mul((const vec4 *)m, (const vec4 *)m, m);
    for (int i = 0; i < 4; i++)
        y[i] = m[3][i]*m[2][i];
}
