! What may be fused with its forward loop. The first loop is figure 1 of Strout and Hovland: no nonlinear carried dependence, yet the order matters.
! test: fusable
! head: figure1 from x to f
! head: reduction from x to f
! head: figure8 from x to c
! head: behind from x to f
subroutine figure1(n, x, f)
  integer, intent(in) :: n
  real(8) :: x(n), f, a, t
  integer :: i
  a = 0.d0
  f = 0.d0
  do i = 1, n ! fusable: a
    a = a + x(i)*x(i)
    t = sin(a)
    f = f + t
  end do
end subroutine figure1

subroutine reduction(n, x, f)
  integer, intent(in) :: n
  real(8) :: x(n), f, t
  integer :: i
  f = 0.d0
  do i = 1, n ! fusable: yes
    t = sin(x(i))
    if (t > 0) t = t*x(i)
    f = f + t
  end do
end subroutine reduction

! The dependence carried by b is linear; bb(i) is incremented in iteration i+1 and overwritten in iteration i.
subroutine figure8(n, x, b, c)
  integer, intent(in) :: n
  real(8) :: x(n), b(0:n), c(n)
  integer :: i
  do i = 1, n ! fusable: b
    b(i) = 3*x(i)
    c(i) = b(i-1) + b(i)*x(i)
  end do
end subroutine figure8

subroutine behind(n, x, f)
  integer, intent(in) :: n
  real(8) :: x(n), f, s
  integer :: i
  s = 0.d0
  do i = 1, n ! fusable: needed
    s = s + x(i)*x(i)
  end do
  f = s*s
end subroutine behind
