! The dummy of `clear` stands for a part of an active array: its derivative must be cleared there, although nothing in it is varied.
! test: varied, formals, derivative
! head: f from x to y
subroutine f(x, y)     ! formals: x=va y=ua
  real(8) :: x(3), y, a(3)
  a = x                ! varied: x a | derivative: yes
  call clear(a(2))     ! varied: x a | derivative: yes
  y = sum(a)           ! varied: x a y | derivative: yes
end subroutine f
subroutine clear(b)    ! formals: b=vua
  real(8) :: b
  b = 0.0d0            ! varied: b | derivative: yes
end subroutine clear
