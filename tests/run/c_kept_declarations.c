// Macros in extents, and variables that are declared with their values: they stay so in adjoints.
// head: smoothed(smoothed)/(x)
// inputs: x(6) = 0.5 .. 1.5
#define NPT 6
#define ROWS (NPT - 2)
#define SCALE 0.25
enum { BANDS = 3 };
double smoothed(const double x[NPT])
{
    double w[NPT], v[NPT + 1], m[ROWS][BANDS], s = 0;
    const double first = 2.0*x[0], *next = x + 1;
    double last = first*x[NPT - 1];
    for (int i = 0; i < NPT; i++) {
        const double t = x[i]*x[i]*SCALE;
        w[i] = t*t;
        v[i + 1] = w[i]*x[i];
    }
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < BANDS; k++)
            m[i][k] = w[i]*v[k + 1]*next[i];
    for (int i = 0; i < ROWS; i++)
        s += m[i][i % BANDS]*m[i][0];
    last *= first;
    return s*last;
}
