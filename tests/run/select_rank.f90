! SELECT RANK: dummy arguments of assumed rank whose actual arguments have known ranks: a subroutine, a function, one that calls another, two such dummies,
! an associate name, a rank that DEFAULT is for, calls from another module; one that stays passive, in a module of its own.
! head: head(x)\(y)
module m_counts
  implicit none
contains
  function how_many(a) result(n)
    real(8), intent(in) :: a(..)
    integer :: n
    select rank (a)
    rank (0)
      n = 1
    rank default
      n = size(a)
    end select
  end function how_many
end module m_counts
module m_norms
  implicit none
  private
  public :: total, scaled, mixed
contains
  subroutine total(a, s)
    real(8), intent(in) :: a(..)
    real(8), intent(out) :: s
    real(8) :: factor
    factor = 1 + 0.5d0*rank(a)
    select rank (a)
    rank (0)
      s = a*a
    rank (1)
      s = sum(a*a)*a(1)
    rank (3)
      s = sum(a*a*a)
    rank default
      s = 2*size(a)
    end select
    s = s*factor
  end subroutine total
  recursive function scaled(w, c) result(s)
    real(8), dimension(..), intent(in) :: w
    real(8), intent(in) :: c
    real(8) :: s, t
    integer :: i
    s = 0
    call total(w, t)
    if (c > 0) then
      select rank (v => w)
      rank (1)
        do i = 1, size(v)
          s = s + scaled(v(i), c)*v(i)
        end do
      rank (2)
        do i = 1, size(v, 2)
          s = s + scaled(v(:, i), c*i)
        end do
      rank (0)
        s = sin(c*v)
      rank default
        error stop 'a rank that is not asked for'
      end select
    end if
    s = s + t
  end function scaled
  subroutine mixed(a, b)
    real(8), intent(in) :: a(..)
    real(8), intent(inout) :: b(..)
    select rank (b)
    rank (0)
      select rank (a)
      rank (0)
        b = a*b
      rank (1)
        b = sum(a)*b
      end select
    rank (1)
      select rank (a)
      rank (0)
        b = a*b**2
      rank (1)
        b = a*b
      end select
    end select
  end subroutine mixed
end module m_norms
subroutine head(x, y)
  use m_norms, only: total, scaled, mixed
  use m_counts, only: how_many
  implicit none
  real(8), intent(in) :: x(2, 3)
  real(8), intent(out) :: y
  real(8) :: t, u, v, w, z(3), cube(2, 1, 2)
  call total(x, u)
  call total(x(:, 1), v)
  call total(x(1, 2)*u, w)
  cube = spread(x(:, 1:2), 2, 1)
  call total(cube, t)
  z = x(1, :)
  call mixed(x(2, :), z)
  call mixed(v, z)
  call mixed(z, v)
  call mixed(w, v)
  y = u*v*w + scaled(x, 0.5d0) + sum(z)*t + x(1, 1)**how_many(x) + x(2, 1)**how_many(u)
end subroutine head
