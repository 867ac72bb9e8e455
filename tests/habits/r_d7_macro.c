// run: -b
// has: double wb[NPT]
// has: #define NPT 20
// lacks: wb[20]
#define NPT 20
double mean(double x[NPT]) {
    double w[NPT]; double s = 0;
    for (int i = 0; i < NPT; i++) w[i] = x[i]*x[i];
    for (int i = 0; i < NPT; i++) s += w[i];
    return s;
}
