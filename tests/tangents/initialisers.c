// head: dist(dist)/(x y)
#include <math.h>
double dist(double x, double y)
{
    double v[3] = {x*y, y, x}, z[2][2] = {{0.0}};
    double s = 0.0;
    int i;
    z[0][1] = v[1];
    for (i = 0; i < 3; i++) s += v[i]*v[i]*(i + 1);
    return sqrt(s)*z[0][1];
}
