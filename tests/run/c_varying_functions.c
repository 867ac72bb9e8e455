// Functions that return integers and read what is changed later, by names and by pointers: an adjoint has their values once.
// head: f(x)\(f)
// inputs: x = 0.5 .. 1.5
struct counts {
    int n;
    double w;
};
static int k;
static int of_file(void)
{
    return k;
}
static int of_struct(const struct counts *s)
{
    return s->n;
}
static int of_array(const int v[2])
{
    return v[0] + v[1];
}
double f(double x)
{
    struct counts s = {2, 1.0};
    int v[2] = {1, 2};
    k = 3;
    double t = x*x*of_file()*of_struct(&s)*of_array(v);
    k = k + 1;
    s.n = 5;
    v[1] = 4;
    t = t*t*of_file()*of_struct(&s)*of_array(v);
    k = 7;
    s.n = 1;
    v[0] = 0;
    return t*s.w;
}
