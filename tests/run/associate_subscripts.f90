! ASSOCIATE whose body may change the subscripts of its selectors: the name is the element that they chose where the construct begins.
! head: columns%passed(x)\(y)
! head: columns%counted(x)\(y)
! head: columns%sections(x)\(y)
! head: columns%shown(x)\(y)
! inputs: x = 0.5 .. 1.5
module columns
  implicit none
  type pool
    real(8), allocatable :: leaf(:), root(:)
  end type pool
  type(pool) :: pools
  integer :: at = 2
contains
  subroutine grow(p, amount, leaf)
    integer :: p
    real(8), intent(in) :: amount
    real(8), intent(inout) :: leaf
    leaf = leaf*(1 + amount)
    p = p + 1
  end subroutine grow

  subroutine use_it(p, amount, leaf)
    integer :: p
    real(8), intent(in) :: amount
    real(8), intent(inout) :: leaf
    leaf = leaf + amount**2*p
  end subroutine use_it

  subroutine passed(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    integer :: p
    pools%leaf = x
    pools%root = x**2
    do p = 1, 3
      associate (leaf => pools%leaf(p), root => pools%root(p))
        call use_it(p, root, leaf)
        root = root*leaf
      end associate
    end do
    p = 2
    associate (leaf => pools%leaf(p), next => pools%leaf(p + 1))
      call grow(p, next, leaf)
      call grow(p, leaf, next)
      leaf = leaf*next
    end associate
    y = sum(pools%leaf) + sum(pools%root)*p
  end subroutine passed

  subroutine counted(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: v(4)
    integer :: k, order(4)
    v = x
    order = [3, 1, 4, 2]
    k = 2
    associate (first => v(order(k)), second => v(order(k + 1)))
      do k = 1, 3
        order(k) = k
        first = first*second + v(k)
        second = second + first**2*0.1d0
      end do
    end associate
    y = sum(v**2)
  end subroutine counted

  subroutine sections(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: v(4)
    integer :: from
    v = x
    from = 2
    at = 3
    associate (tail => v(from:at), one => v(at))
      from = 1
      call move(v(4))
      tail(1) = tail(2)*v(1)*from
      tail = tail**2
      one = one*at
    end associate
    y = sum(v)*from
  end subroutine sections

  subroutine move(z)
    real(8), intent(inout) :: z
    at = at + 1
    z = z**2
  end subroutine move

  subroutine shown(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: v(4)
    integer :: k
    v = x
    k = 3
    associate (chosen => v(k))
      k = k - 1
      chosen = chosen*v(k)
      if (chosen < 0) write (*, '(f8.3)') chosen
    end associate
    y = v(3)**2 + v(2)
  end subroutine shown
end module columns
