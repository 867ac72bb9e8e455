! Split calls whose callee puts back itself what its adjoint reads: the caller may overwrite that. And callees of which this is not so.
! options: -nocheckpoint relax -nocheckpoint shift -nocheckpoint collide -nocheckpoint drag -nocheckpoint twice -nocheckpoint chosen -nocheckpoint rooted
! head: moving%relaxed(om)\(cost)
! inputs: n = 6
! inputs: nt = 4
! inputs: om(6) = 0.5 .. 1.0
! head: moving%rerun(om)\(cost)
! inputs: n = 6
! inputs: nt = 4
! inputs: om(6) = 0.5 .. 1.0
! head: moving%neighbours(om)\(cost)
! inputs: n = 6
! inputs: nt = 4
! inputs: om(6) = 0.5 .. 1.0
! head: moving%both(om)\(cost)
! inputs: n = 6
! inputs: nt = 4
! inputs: om(6) = 0.5 .. 1.0
! head: moving%decided(om)\(cost)
! inputs: n = 6
! inputs: nt = 4
! inputs: om(6) = 0.5 .. 1.0
! head: moving%result_read(om)\(cost)
! inputs: n = 6
! inputs: nt = 4
! inputs: om(6) = 0.5 .. 1.0
module moving
  implicit none
contains
  subroutine relax(f, om, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: f(n)
    real(8), intent(in) :: om(n)
    integer :: i
    do i = 1, n
      f(i) = f(i) - om(i)*(f(i) - f(i)**2)
    end do
  end subroutine relax

  subroutine relaxed(om, n, nt, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: om(n)
    real(8), intent(out) :: cost
    real(8) :: f(n), g(n)
    integer :: t
    f = 0.6d0
    do t = 1, nt
      call relax(f, om, n)
      call shift(f, g, n)
      f = g
    end do
    cost = sum(f**2)
  end subroutine relaxed

  subroutine shift(f, g, n)
    integer, intent(in) :: n
    real(8), intent(in) :: f(n)
    real(8), intent(out) :: g(n)
    integer :: i
    do i = 1, n
      g(modulo(i, n) + 1) = f(i)
    end do
  end subroutine shift

  ! Its turns run again from what each has saved.
  subroutine collide(f, om, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: f(n)
    real(8), intent(in) :: om(n)
    real(8) :: e, q
    integer :: i
    do i = 1, n
      e = f(i)*om(i)
      q = e*e*(1.d0 + e)
      f(i) = f(i) - om(i)*(f(i) - q)
    end do
  end subroutine collide

  subroutine rerun(om, n, nt, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: om(n)
    real(8), intent(out) :: cost
    real(8) :: f(n), g(n)
    integer :: t
    f = 0.6d0
    do t = 1, nt
      call collide(f, om, n)
      call shift(f, g, n)
      f = g
    end do
    cost = sum(f**2)
  end subroutine rerun

  ! Reads an element that another turn has changed, and one that nothing puts back.
  subroutine drag(f, om, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: f(n)
    real(8), intent(in) :: om(n)
    real(8) :: e, q
    integer :: i
    do i = 2, n - 1
      e = f(i)*f(i + 1)
      q = e*e*(1.d0 + e)*f(i - 1)
      f(i) = f(i) - om(i)*(f(i) - q)
    end do
  end subroutine drag

  subroutine neighbours(om, n, nt, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: om(n)
    real(8), intent(out) :: cost
    real(8) :: f(n), g(n)
    integer :: t
    f = om
    do t = 1, nt
      call drag(f, om, n)
      call shift(f, g, n)
      f = g
    end do
    cost = sum(f**2)
  end subroutine neighbours

  ! Once it puts back what it reads, and once it does not.
  subroutine twice(f, om, n, e)
    integer, intent(in) :: n
    real(8), intent(inout) :: f(n)
    real(8), intent(in) :: om(n)
    real(8), intent(out) :: e
    integer :: i
    e = 0
    do i = 1, n
      f(i) = f(i) - om(i)*(f(i) - f(i)**2)
    end do
    do i = 1, n
      e = e + f(i)**3
    end do
  end subroutine twice

  subroutine both(om, n, nt, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: om(n)
    real(8), intent(out) :: cost
    real(8) :: f(n), g(n), e
    integer :: t
    f = 0.6d0
    cost = 0
    do t = 1, nt
      call twice(f, om, n, e)
      cost = cost + e
      call shift(f, g, n)
      f = g
    end do
  end subroutine both

  ! A test reads it.
  subroutine chosen(f, om, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: f(n)
    real(8), intent(in) :: om(n)
    integer :: i
    do i = 1, n
      f(i) = f(i) - om(i)*(f(i) - f(i)**2)
    end do
    do i = 2, n
      if (f(i) > f(i - 1)) then
        f(1) = f(1) + 0.1d0*om(i)*om(i)
      else
        f(1) = f(1) + 0.2d0*om(i)
      end if
    end do
  end subroutine chosen

  subroutine decided(om, n, nt, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: om(n)
    real(8), intent(out) :: cost
    real(8) :: f(n), g(n)
    integer :: t
    f = 0.3d0 + om
    do t = 1, nt
      call chosen(f, om, n)
      call shift(f, g, n)
      f = 0.3d0*g
    end do
    cost = sum(f**2)
  end subroutine decided

  ! Its adjoint reads the result.
  subroutine rooted(f, om, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: f(n)
    real(8), intent(in) :: om(n)
    integer :: i
    do i = 1, n
      f(i) = sqrt(f(i) + om(i)*exp(f(i)))
    end do
  end subroutine rooted

  subroutine result_read(om, n, nt, cost)
    integer, intent(in) :: n, nt
    real(8), intent(in) :: om(n)
    real(8), intent(out) :: cost
    real(8) :: f(n), g(n)
    integer :: t
    f = 0.6d0
    do t = 1, nt
      call rooted(f, om, n)
      call shift(f, g, n)
      f = 0.5d0*g
    end do
    cost = sum(f**2)
  end subroutine result_read
end module moving
