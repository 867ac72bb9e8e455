! What the backward sweep puts back it must find again: the index of an element that is overwritten is needed, although no adjoint reads it; one
! statement may overwrite both an element and its index, or an index that finds itself.
! head: passive(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: turns(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: behind_loop(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: itself(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: with_its_index(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: with_its_value(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: halves(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
! head: components(x)\(y)
! inputs: x(4) = 0.5 .. 1.5
module places
  implicit none
  type pair
    integer :: at
    real(8) :: v(4)
  end type pair
contains
  ! Nothing active is overwritten.
  subroutine passive(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    integer :: k
    y = sin(x(1)) + x(2)**2*x(3)
    k = 1
    x(k) = 0.5d0
    k = 2
    if (x(k) > 0.3d0) y = y*2.d0
    k = 3
    x(k - 1:k) = 0.25d0
    k = 1
    x = 0.7d0*k
  end subroutine passive
  subroutine turns(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    integer :: k, i
    y = sin(x(1)) + x(2)**2*x(3)
    do i = 1, 3
      k = i
      x(k) = 0.5d0
      k = 4
      if (x(k) > 0.3d0) y = y*x(k)
    end do
    x = 0.7d0
  end subroutine turns
  ! A jump is decided by the new index.
  subroutine behind_loop(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    integer :: k, i
    y = cos(sum(x(4:1:-1)))
    k = 1
    do i = 1, 4, 2
      x(k) = 0.5d0
    end do
    k = mod(i, 4) + 1
    if (x(k) < 0.5d0) goto 110
    y = y + 1.d0
110 continue
    x = 0.25d0
  end subroutine behind_loop
  subroutine itself(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    integer :: k(4), j(4)
    k = [1, 2, 3, 4]
    j = k
    y = sin(x(k(1))) + x(k(2))**2*x(k(3))
    k(k(1)) = 3
    y = y*x(k(1)) + x(1)
    call exchange(j(k(3)), k(j(1)))
    y = y*x(k(1)) + x(1)*x(j(1))
  contains
    subroutine exchange(a, b)
      integer, intent(inout) :: a, b
      integer :: c
      c = a + 1
      a = b
      b = min(c, 4)
    end subroutine exchange
  end subroutine itself
  subroutine with_its_index(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    integer :: k
    k = 1
    y = sin(x(1)) + x(2)**2*x(3)
    call step(k, x(k))
    y = y*x(k) + x(1)
    call step(k, x(k))
    y = y*x(k) + x(2)
  contains
    subroutine step(k, z)
      integer, intent(inout) :: k
      real(8), intent(inout) :: z
      k = k + 1
      z = z**2
    end subroutine step
  end subroutine with_its_index
  subroutine with_its_value(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    real(8) :: v
    integer :: k
    k = 1
    y = sin(x(1)) + x(2)**2*x(3)
    v = next(x(k), k)
    y = y*x(k) + x(1)*v
    v = next(x(k), k)
    y = y*x(k) + x(2)*v
  contains
    function next(z, k) result(r)
      real(8), intent(inout) :: z
      integer, intent(inout) :: k
      real(8) :: r
      k = mod(k, 4) + 1
      r = sin(z)*z
      z = z**2
    end function next
  end subroutine with_its_value
  ! The backward half begins without what the forward half had.
  subroutine part(x, y)
    real(8), intent(inout) :: x(4), y
    real(8) :: a(4, 4), b(4)
    integer :: k
    a = 0.5d0
    k = 1
    b = x
    y = y*sum(sin(b(1:3))*cos(a(:3, 1)))
    a(k, k) = 0.25d0
    x = x + a(4, 4)
  end subroutine part
  subroutine halves(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    y = x(1)
    !$AD NOCHECKPOINT
    call part(x, y)
    y = y*x(2)
  end subroutine halves
  subroutine components(x, y)
    real(8), intent(inout) :: x(4)
    real(8), intent(out) :: y
    type(pair) :: p(2)
    integer :: i
    do i = 1, 2
      p(i)%at = i
      p(i)%v = x
    end do
    y = product(p(1)%v)*sum(p(2)%v**2)
    p(p(1)%at)%v(p(2)%at) = 0.5d0
    p(1) = pair(2, 0.5d0)
    p(p(1)%at)%at = 1
    if (p(1)%v(p(2)%at) > 0.25d0) y = y*2.d0
    p(2)%v = p(1)%v
  end subroutine components
end module places
