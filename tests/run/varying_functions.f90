! Integer and logical functions that read what is changed later, as factors, bounds and tests: an adjoint has their values once. PURE ones too.
! head: varying%factors(x)\(y)
! head: varying%procedures(x)\(y)
! head: varying%loops(x)\(y)
! inputs: x = 0.5 .. 1.5
module varying
  implicit none
  integer :: n = 3
  type box
    integer, pointer :: p => null()
  end type box
contains
  pure integer function nn()
    nn = n
  end function nn
  function both()
    integer :: both(2)
    both = [n, n + 1]
  end function both
  elemental integer function more(i)
    integer, intent(in) :: i
    more = i + nn()
  end function more
  logical function big()
    big = n > 3
  end function big
  integer function led_to(b)
    type(box), intent(in) :: b
    led_to = b%p
  end function led_to
  subroutine step
    n = n + 1
  end subroutine step
  subroutine fill(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = sin(x)*nn()
  end subroutine fill
  subroutine factors(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: t(2)
    integer, target :: own
    type(box) :: b
    n = 3
    b%p => own
    own = 2
    t = x(1:2)*both()
    y = sin(x(4))*nn()*led_to(b)
    n = 2
    own = 3
    y = y**2*sum(t*x(3:4)*more([1, 2]))*t(1)*nn()*led_to(b)
    call step
    y = y*sum(sin(t)*both())
    n = 7
    own = 1
  end subroutine factors
  subroutine procedures(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: z
    n = 1
    call fill(x(1), y)
    call step
    call fill(y, z)
    y = z
    call step
  end subroutine procedures
  subroutine loops(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    integer :: i
    n = 3
    y = 1
    do i = 1, nn()
      y = y*sin(x(i))*x(nn())
    end do
    n = 4
    if (big()) y = y*x(nn())
    do i = 2, nn()
      y = y**2*merge(x(i), x(1), big())*nn()
      if (i == 3) n = 2
    end do
    n = 7
  end subroutine loops
end module varying
