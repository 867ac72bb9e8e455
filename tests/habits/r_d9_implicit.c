// run: -b -head "run(s)/(x)"
// says: `helper` is called before it is declared
// has: void helper_b(void)
/* helper is defined below its call, in the same file: void, no prototype */
double s, x;
void run() { helper(); }
void helper() { s = x*x; }
