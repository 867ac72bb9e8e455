! Nothing is known of `box`: all it can reach depends on all it can reach. INTENT of an interface body is believed.
! test: varied, derivative
! head: f from x to y
! noglobals
subroutine f(x, y, c)
  real(8) :: x, y, c, t, u
  interface
    subroutine known(a, b)
      real(8), intent(in) :: a
      real(8), intent(out) :: b
    end subroutine
  end interface
  external box
  t = c                ! varied: x
  call box(x, t)       ! varied: x t | derivative: yes
  call known(t, u)     ! varied: x t u | derivative: yes
  call known(c, t)     ! varied: x u
  y = u + t            ! varied: x u y | derivative: yes
end subroutine f
