! Free form in a file that is named as one in fixed form: -ffree-form, as its compiler is told.
! options: -ffree-form
! head: free_form%column(t)\(y)
! inputs: n = 4
module free_form
implicit none
contains
  subroutine column(n, t, y)
    integer, intent(in) :: n
    real(8), dimension(n), intent(in) :: &
      t
    real(8), intent(out) :: y
    integer :: i
    y = 0.d0
c: do i = 1, n      ! a name in column 1
      if (t(i) > 1.2d0) cycle c
      y = &
        t(i)**2 * &
        sin(t(i))
    end do c
    y = y + exp(-t(n))
  end subroutine
end module
