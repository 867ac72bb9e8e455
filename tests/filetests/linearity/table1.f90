! Figure 1 and Table 1 of Strout and Hovland. Use by use, f is carried linearly and a too: the table says so of ⟨f, f⟩ and ⟨a, a⟩.
! test: linear, nonlinear, carried
! head: figure1 from x to f
subroutine figure1(n, x, f) ! linear: f<f f<t a<a | nonlinear: f<a f<x t<a t<x a<x
  integer, intent(in) :: n
  real(8) :: x(n), f, a, t
  integer :: i
  a = 0.d0
  f = 0.d0
  do i = 1, n ! carried: a=linear/linear f=linear/linear
    a = a + x(i)*x(i)
    t = sin(a)
    f = f + t
  end do
end subroutine figure1
