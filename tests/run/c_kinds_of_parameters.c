// Structures that begin alike, told apart by casts: what is only read may be reached so.
// head: energy(e f)/(r)
// inputs: r(9) = 0.8 .. 1.2
// refused without activity: RT0401
// head: fitted(e)/(r p)
// inputs: r(9) = 0.8 .. 1.2
// wrong: RT0401
#include <math.h>

typedef struct potential {
    double cutoff;
    int kind;
    double (*force)(const struct potential *base, double r2, double *fr);
} potential;

typedef struct {
    double cutoff;
    int kind;
    double (*force)(const potential *base, double r2, double *fr);
    double sigma, epsilon;
    double table[4];
} lennard_jones;

typedef struct {
    int n;
    const potential *pot;
    double (*r)[3];
} atoms;

static double lj_force(const potential *base, double r2, double *fr)
{
    const lennard_jones *lj = (const lennard_jones *)base;
    double s2 = lj->sigma*lj->sigma/r2, s6 = s2*s2*s2, shift = 0;
    for (int k = 0; k < 4; k++) shift += lj->table[k];
    *fr = 24*lj->epsilon*s6*(2*s6 - 1)/r2;
    return 4*lj->epsilon*(s6*(s6 - 1) + shift);
}

static double forces(const atoms *s, double f[][3])
{
    double e = 0.0, cut = s->pot->cutoff;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < i; j++) {
            double d[3], r2 = 0.0, fr;
            for (int m = 0; m < 3; m++) {
                d[m] = s->r[i][m] - s->r[j][m] + (i - j)*(m + 1)*0.5;
                r2 += d[m]*d[m];
            }
            if (r2 > cut*cut) continue;
            e += lj_force(s->pot, r2, &fr);
            for (int m = 0; m < 3; m++) {
                f[i][m] += d[m]*fr;
                f[j][m] -= d[m]*fr;
            }
        }
    return e;
}

static const lennard_jones argon = { 8.0, 1, lj_force, 1.1, 0.3, { 0.1, 0.2, 0.3, 0.4 } };

void energy(double r[3][3], double f[3][3], double *e)
{
    atoms s = { 3, (const potential *)&argon, r };
    for (int i = 0; i < 3; i++)
        for (int m = 0; m < 3; m++) f[i][m] = 0;
    *e = forces(&s, f);
}

/* The parameters are what is looked for. */
void fitted(const double r[9], potential *p, double *e)
{
    lennard_jones *lj = (lennard_jones *)p;
    *e = p->cutoff;
    for (int i = 0; i < 9; i++) *e += pow(lj->cutoff/r[i], 6);
}
