! What an internal procedure uses by ONLY, and the host does not name.
! head: objective(x)\(obj)
module store
  implicit none
  double precision :: accum = 0
contains
  subroutine evolve(x)
    double precision, intent(inout) :: x
    accum = accum*x + 0.3d0
    x = x*accum
  end subroutine evolve
  subroutine start(x)
    double precision, intent(in) :: x
    accum = x*0.1d0
  end subroutine
end module store
subroutine objective(x, obj)
  use store, only: start
  implicit none
  double precision, intent(in) :: x
  double precision, intent(out) :: obj
  double precision :: z
  call start(x)
  z = x
  call forward(z)
  call forward(z)
  obj = z
contains
  subroutine forward(z)
    use store, only: evolve
    double precision, intent(inout) :: z
    call evolve(z)
    z = sin(z)
  end subroutine forward
end subroutine objective
