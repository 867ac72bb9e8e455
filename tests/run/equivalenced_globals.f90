! A number with two names, of which the head mentions one: the other is that of what it calls.
! head: main
module mv
  implicit none
  double precision v1(4)
  double precision v2
  equivalence (v1(4), v2)
end module mv
subroutine sa(p)
  use mv
  implicit none
  double precision p
  if (v2 >= 0.4d0 .and. p < 1.1d0) then
  else
    v2 = 0.5d0
  end if
end subroutine sa
subroutine main(p)
  use mv
  implicit none
  double precision p
  v1(1) = 0.5d0
  call sa(p)
end subroutine main
