// Pointers into the middle of arrays, for parameters with and without an extent.
// head: middles(middles)/(x)
// inputs: x(8) = 0.5 .. 1.5
static double pair(const double *v) { return v[0]*v[1]; }
static double triple(const double v[3]) { return v[0]*v[1]*v[2]; }

// As part of a longer array of rows.
static void turn(double (*m)[2], double by) { double t = m[0][1]; m[0][1] = by*m[1][0]; m[1][0] = t; }

double middles(const double x[8])
{
    double v[8], m[4][2], s = 0;
    for (int i = 0; i < 8; i++) { v[i] = x[i]*x[i]; m[i/2][i%2] = x[i]; }
    for (int i = 0; i < 6; i += 2) s += pair(&v[i])*triple(v + i);
    turn(&m[1], x[0]);
    turn(m + 2, s);
    for (int i = 0; i < 4; i++) s += m[i][0]*m[i][1]*m[i][1];
    return s + pair(&v[4]) + pair(v + 6) + triple(&v[5]);
}
