! A generic whose specific is an external function that uses a module which is copied: the generic does not mean its copy.
! head: cost(t)\(c)
! inputs: t = 0.5 .. 1.5
module par
  implicit none
  real(8) :: a = 1.2d0
end module
module special
  implicit none
  interface bk
    function bk_s(x)
      real(8), intent(in) :: x
      real(8) :: bk_s
    end function
  end interface
end module
function bk_s(x)
  use par
  implicit none
  real(8), intent(in) :: x
  real(8) :: bk_s
  bk_s = exp(-x)*a
end function
module wells
  implicit none
contains
  function draw(t, r)
    use special, only: bk
    use par
    real(8), intent(in) :: t, r
    real(8) :: draw
    a = t**2
    draw = bk(r)*t + bk(t)*bk(2d0)
  end function
end module
subroutine cost(t, c)
  use wells
  implicit none
  real(8), intent(in) :: t
  real(8), intent(out) :: c
  c = draw(t, 2d0)
end subroutine
