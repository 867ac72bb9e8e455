! Elements gathered and scattered by connectivities: indices that are sections, allocatable, with other bounds, or name a place twice; matrices
! of elements as planes of an array.
! inputs: u(6) = 0.5 .. 1.5
! head: residual(r)/(k u)
! inputs: k(3,3,4) = 0.5 .. 1.5
! head: energy(w)/(k u)
! inputs: k(3,3,4) = 0.5 .. 1.5
! head: own(r)/(u)
module element_assembly
  implicit none
  type mesh
    integer, allocatable :: nodes(:,:)
  end type mesh
contains
  pure integer function node(i, e)
    integer, intent(in) :: i, e
    node = 1 + mod(2*i + 3*e + i*e, 6)
  end function node
  subroutine residual(k, u, r)
    real(8), intent(in) :: k(3,3,4), u(6)
    real(8), intent(out) :: r(6)
    integer :: nodes(0:2,4), e, i
    do e = 1, 4
      do i = 0, 2
        nodes(i,e) = 1 + mod(i + e, 6)
      end do
    end do
    r = u*u
    do e = 1, 4
      r(nodes(:,e)) = r(nodes(:,e)) + matmul(k(:,:,e), u(nodes(:,e))*u(nodes(:,e)))
    end do
  end subroutine residual
  subroutine energy(k, u, w)
    real(8), intent(in) :: k(3,3,4), u(6)
    real(8), intent(out) :: w
    real(8) :: ue(3), a(3,3), g(0:2)
    type(mesh) :: m
    integer :: e, i
    allocate (m%nodes(2:4,4))
    do e = 1, 4
      m%nodes(:,e) = [(node(i, e), i = 1, 3)]
    end do
    w = 0.0d0
    do e = 1, 4
      ue = u(m%nodes(:,e))*u(m%nodes(4:2:-1,e))
      g = sin(ue)
      a = matmul(k(:,:,e), k(:,:,e)) + spread(g, 2, 3)*spread(ue, 1, 3)
      w = w + dot_product(ue, matmul(a, g)) + sum(a*k(:,:,e))
    end do
  end subroutine energy
  ! What is added to is what is read: the adjoint of each element is needed as it was.
  subroutine own(u, r)
    real(8), intent(in) :: u(6)
    real(8), intent(out) :: r(6)
    integer :: at(4)
    at = [3, 1, 3, 6]
    r = u
    r(2:5) = r(at)*u(2:5) + r(2:5)
    r(at(2:3)) = r(at(3:4))*u(1)
  end subroutine own
end module element_assembly
