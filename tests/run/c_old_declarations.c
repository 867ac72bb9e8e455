// Declarations without parameters, of functions of math.h too: `double log();` is that of the library, without its header.
// inputs: x = 1 .. 2
// head: bump(bump)/(x)
// head: wave(wave)/(x)
double fabs(), log();
extern double sqrt(double);
double half();

double bump(double x)
{
    return log(fabs(x)) + half(x);
}

double half(x)
double x;
{
    return 0.5*x*x;
}

double wave(double x)
{
    double sin(), atan();
    double half();
    return sqrt(x)*sin(x) + half(atan(x));
}
