// Static structures whose arrays are set before they are read, static counters of calls.
// head: carbon_cost(carbon_cost)/(x)
// inputs: x = 0.5 .. 1.5
// head: counted(counted)/(x)
// inputs: x(2) = 0.5 .. 1.5
// head: layers(y)/(x)
// inputs: x(3) = 0.5 .. 1.5
// inputs: y = 0.5 .. 1.5

static struct {
    double pool[3];
    double rates[2];
    int n;
} carbon;

double carbon_cost(double x)
{
    double s = 0;
    for (int k = 0; k < 3; k++)
        carbon.pool[k] = x*(k + 1);
    for (int k = 0; k < 2; k++) {
        carbon.rates[k] = carbon.pool[k]*x;
        s += carbon.rates[k]*carbon.rates[k];
    }
    for (int k = 0; k < 3; k++)
        s += carbon.pool[k]*x;
    return s;
}

static int ncalls;
static long total_steps = 0;

static double law(double x)
{
    ncalls++;
    return x*x*x;
}

double counted(const double *x)
{
    double s = 0;
    for (int i = 0; i < 2; i++) {
        total_steps += 2;
        s += law(x[i])*x[0];
    }
    return s;
}

typedef struct {
    double t[2][3];
    struct { double flux[3]; } top;
} column;

static column soil;

void layers(const double *x, double *y)
{
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            soil.t[k][i] = x[i]*(k + x[0]);
    for (int i = 0; i < 3; i++)
        soil.top.flux[i] = soil.t[0][i]*soil.t[1][i];
    *y = 0;
    for (int i = 0; i < 3; i++)
        *y += soil.top.flux[i]*soil.top.flux[i];
}
