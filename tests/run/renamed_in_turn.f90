! Two USE statements of one module are one list (F2018 14.2.2): what one of them renames has its own name by none, nor has its derivative; and a module that
! hands on what its user renames beside it.
! head: um%cost(j)/(c)
! inputs: c(3) = 0.5 .. 1.5
! head: um%cost(j)/(c)
! options: -module reuse
! inputs: c(3) = 0.5 .. 1.5
! head: direct(j)/(c)
! options: -module reuse
! inputs: c(3) = 0.5 .. 1.5
module par
  implicit none
  real(8) :: visc = 0.1d0
  real(8) :: src(3) = 1
  type :: cell
    real(8) :: h = 0.0d0
    integer :: id = 0
  end type cell
end module par
module steps
  use par
  implicit none
contains
  subroutine advance(u)
    real(8), intent(inout) :: u
    u = u*u + src(1)*src(3)*visc
  end subroutine advance
end module steps
module um
  use par, only: kasten => cell
  use par, s => src
  use steps, only: advance
  implicit none
contains
  subroutine cost(c, j)
    use par
    use par, only: dose => cell, q => src
    real(8), intent(in) :: c(3)
    real(8), intent(out) :: j
    type(kasten) :: k
    type(dose) :: d
    q = c
    call fill(k, c(2))
    d%h = k%h*visc
    call advance(d%h)
    j = k%h**2*d%h
  end subroutine cost
  subroutine fill(k, c)
    type(kasten), intent(inout) :: k
    real(8), intent(in) :: c
    k%h = s(2)*c
    k%id = 1
  end subroutine fill
end module um
subroutine direct(c, j)
  use steps
  use par, only: q => src
  use par, kasten => cell
  implicit none
  real(8), intent(in) :: c(3)
  real(8), intent(out) :: j
  type(kasten) :: k
  q = c
  k%h = c(1)*visc
  j = k%h
  call advance(j)
end subroutine direct
