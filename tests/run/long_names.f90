! Names of 63 characters and the lines they make.
! head: f(x)\(y)
! inputs: n = 5
module a_module_with_a_very_long_name_indeed_that_goes_on_and_on
  implicit none
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: a_variable_with_a_name_of_sixty_three_characters_exactly_here_x(n), z(n)
    call an_elemental_routine_with_a_name(x, a_variable_with_a_name_of_sixty_three_characters_exactly_here_x)
    z = pure_one(a_variable_with_a_name_of_sixty_three_characters_exactly_here_x, 2.0d0) + pure_one(x, 3.0d0)* &
        pure_one(x*x, a_variable_with_a_name_of_sixty_three_characters_exactly_here_x)
    y = sum(z)
  end subroutine
  elemental subroutine an_elemental_routine_with_a_name(a, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: b
    b = a**2
    if (a > 0.7d0) b = b*sin(a)
  end subroutine
  elemental function pure_one(a, c) result(r)
    real(8), intent(in) :: a, c
    real(8) :: r
    r = a*c + c**2
  end function
end module
