! Text for the preprocessor: macros with and without arguments, one in another's argument, branches that are taken and not.
! head: top(x)\(y)
! inputs: x = 0.2 .. 0.9
#define SQUARE(a) ((a)*(a))
#define ORDER 2
subroutine top(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
#ifdef NOT_THERE
  y = nonsense(x)
#elif ORDER == 2
  y = SQUARE(x(1) + x(2))
#else
  y = 0
#endif
#if defined(ORDER) && ORDER > 1
  y = y*x(3) + SQUARE(SQUARE(x(3)) + x(1))
#endif
#undef ORDER ! and what follows is no part of the name
#ifndef ORDER ! nor here
  y = y**2
#endif
end subroutine top
