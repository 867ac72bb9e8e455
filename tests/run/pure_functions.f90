! Functions that pure procedures and DO CONCURRENT call, directly and through others: their tangents are pure subroutines.
! head: concurrent(x)\(f)
! inputs: n = 5
! inputs: x(n) = 0.3 .. 1.6
! head: procedures(x)\(f)
! inputs: n = 5
! inputs: x(n) = 0.3 .. 1.6
! head: early(u)\(early)
! inputs: u = 0.8
module pure_functions
  implicit none
contains
  pure real(8) function early(u)
    real(8), intent(in) :: u
    early = 0.1d0*u
    if (u < 0.5d0) return
    early = early + (u - 0.5d0)**2
  end function early

  pure function twice(u) result(r)
    real(8), intent(in) :: u
    real(8) :: r(2)
    r = [early(u)*early(2*u), u]
  end function twice

  elemental real(8) function bend(u, v)
    real(8), intent(in) :: u, v
    bend = u*exp(-v)
    bend = bend*bend + early(v)
  end function bend

  pure subroutine add(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s
    real(8) :: p, q(2)
    integer :: i
    do i = 1, n
      p = early(x(i))
      q = twice(p)
      s = s + p*q(1)*bend(q(2), x(i))
    end do
    p = early(s)
    s = s*p*p
  end subroutine add

  subroutine procedures(n, x, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f
    f = x(1)
    call add(n, x, f)
    f = f*early(f) + sum(twice(f))
  end subroutine procedures

  subroutine concurrent(n, x, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f
    real(8) :: y(n)
    integer :: i
    do concurrent (i = 1:n)
      y(i) = early(x(i))*sum(twice(x(i)))*bend(x(i), 0.3d0)
    end do
    f = sum(y*y)
  end subroutine concurrent
end module pure_functions
