// A structure is given a list that is made of its own members, arrays among them.
// head: step(x)\(y)
// inputs: x = 0.5 .. 1.5
typedef struct { double v[2]; double w; } quat;
typedef struct { double w; double v[2]; } quar;

void update(quat *q) {
    *q = (quat){ { q->v[0]*q->w, q->v[1]*q->v[0] }, q->w*q->v[1] };
}

void update2(quar *q) {
    *q = (quar){ q->v[0]*q->w, { q->w, q->v[1]*q->v[0] } };
}

void step(const double x[3], double *y) {
    quat q = { { x[0], x[1] }, x[2] };
    quar r = { x[2], { x[0]*x[1], x[1] } };
    update(&q);
    update(&q);
    update2(&r);
    update2(&r);
    *y = q.v[0]*q.v[1] + q.w + r.w*r.v[0] - r.v[1];
}
