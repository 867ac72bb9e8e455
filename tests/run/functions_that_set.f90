! Functions that set what has a derivative, and whose values have none: texts, structures, pointers, masks of WHERE.
! head: by_type(x)\(y)
! head: by_mask(x)\(y)
module functions_that_set
  implicit none
  real(8) :: held(4)
  type code
    integer :: n
  end type code
contains
  subroutine lose(n)
    integer, intent(in) :: n
    held(1:n) = 0.5d0*held(n + 1)**2
    held(n + 1) = 0.25d0
  end subroutine lose

  function text(n) result(r)
    integer, intent(in) :: n
    character(2) :: r
    call lose(n)
    r = repeat('a', n)
  end function text

  function long_text(n) result(r)
    integer, intent(in) :: n
    character(:), allocatable :: r
    call lose(n)
    r = repeat('a', n)
  end function long_text

  function coded(n) result(r)
    integer, intent(in) :: n
    type(code) :: r
    call lose(n)
    r%n = n
  end function coded

  function place(n) result(r)
    integer, intent(in) :: n
    integer, pointer :: r
    integer, target, save :: kept = 3
    call lose(n)
    r => kept
  end function place

  ! Called twice, it does the same: gfortran evaluates masks of ELSEWHERE, and those inside of others, twice.
  integer function number(n)
    integer, intent(in) :: n
    held(1:n) = 0.5d0*held(4)**2
    number = n
  end function number

  subroutine decode(c, k)
    type(code), intent(in) :: c
    integer, intent(inout) :: k
    k = k + c%n
  end subroutine decode

  subroutine by_type(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(6)
    type(code) :: c
    integer :: k
    k = 1
    held = x*x
    y(1) = sum(held**2)
    if (text(2) == 'aa') k = 2
    y(2) = sum(held**2)*x(1)
    held = held*x
    k = k + len(long_text(3))
    y(3) = sum(held**2)*k
    held = held*x + x
    c = coded(1)
    call decode(coded(2), k)
    y(4) = sum(held**2)*k*c%n
    held = held*x + x
    k = place(2)
    y(5) = sum(held**2)*k
    held = held*x + x
    select case (text(2))
    case ('aa')
      y(6) = sum(held**2)*x(2)
    case default
      y(6) = x(3)
    end select
  end subroutine by_type

  subroutine by_mask(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(3)
    real(8) :: z(4)
    z = x
    held = x*x
    where (x > 0.4d0*number(2)) z = z*x
    y(1) = sum(held**2) + sum(z)
    held = held*x + z
    where (x > 1.2d0)
      z = z*held
    elsewhere (x > 0.2d0*number(3))
      z = z*held(2)
    elsewhere
      z = held*z*z
    end where
    y(2) = sum(held**2) + sum(z)
    held = held*x + z
    where (x > 0.6d0)
      where (x < 0.6d0*number(2))
        z = z*x
      end where
    end where
    y(3) = sum(held**2)*sum(z)
  end subroutine by_mask
end module functions_that_set
