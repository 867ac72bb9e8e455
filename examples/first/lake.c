/* A lake, day by day: rain fills it, and the fuller it is, the faster it drains.
   Returns how far the outflow is from the one that was observed. */
double lake(int n, const double rain[n], const double observed[n])
{
    double storage = 1.0, misfit = 0.0;
    for (int day = 0; day < n; day++) {
        storage += rain[day];
        double outflow = 0.1 * storage * storage;
        storage -= outflow;
        misfit += (outflow - observed[day]) * (outflow - observed[day]);
    }
    return misfit;
}
