program check
    use eos_pr
    implicit none
    type(PR) :: model
    integer, parameter :: c = 2
    real(8) :: n(c), nd(c), nb(c), ndb(c), v, vd, vb, vdb, t, td, tb, tdb
    real(8) :: f, fb, fd, fdb, fd0, fdd, up, down, upd, downd, h
    model%a = [1.1d0, 2.3d0]
    model%b = [0.03d0, 0.05d0]
    model%k = [0.5d0, 0.7d0]
    model%kij = 0.02d0
    n = [0.4d0, 0.7d0]
    nd = [0.3d0, -0.2d0]
    v = 0.9d0
    vd = 1.0d0
    t = 0.8d0
    td = 0.5d0
    h = 1.0d-5
    ! A tangent against differences, and the tangent of the tangent against differences of the tangent.
    call ar_d(model, n, nd, v, vd, t, td, f, fd)
    call ar(model, n + h*nd, v + h*vd, t + h*td, up)
    call ar(model, n - h*nd, v - h*vd, t - h*td, down)
    if (abs((up - down)/(2*h) - fd) > 1.0d-7) stop 1
    call ar_d_d(model, n, nd, v, 1.0d0, vd, t, 0.0d0, td, f, fd0, fd, fdd)
    call ar_d(model, n, nd, v + h, vd, t, td, up, upd)
    call ar_d(model, n, nd, v - h, vd, t, td, down, downd)
    if (abs((upd - downd)/(2*h) - fdd) > 1.0d-7) stop 2
    ! The adjoint, and that of the tangent.
    fb = 1
    call ar_b(model, n, nb, v, vb, t, tb, f, fb)
    if (abs(dot_product(nb, nd) + vb*vd + tb*td - fd) > 1.0d-12) stop 3
    fb = 0
    fdb = 1
    ! Its head names no dependents: it adds to the derivatives of what it only reads.
    nb = 0
    ndb = 0
    vb = 2
    vdb = 0
    tb = 0
    tdb = 0
    call ar_d_b(model, n, nb, nd, ndb, v, vb, vd, vdb, t, tb, td, tdb, f, fb, fd, fdb)
    if (abs(vb - 2 - fdd) > 1.0d-11) stop 4
    if (abs(dot_product(ndb, nd) + vdb*vd + tdb*td - fd) > 1.0d-11) stop 5
    print *, 'state: right'
end program check
