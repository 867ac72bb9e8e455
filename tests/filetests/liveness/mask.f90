! The mask of a derivative assignment is live; a mask that governs nothing needed is not.
! test: live, dead
! head: f from x to y
subroutine f(x, y, a, b)
  real(8) :: x(5), y(5), a(5), b(5)
  a = b              ! live: b
  b = 2.0d0*b        ! live: a | dead: yes
  where (a > 0.0d0)  ! live: a
    y = x            ! live: a | dead: yes
  end where
  where (b > 0.0d0)  ! dead: yes
    a = 0.0d0        ! dead: yes
  end where
end subroutine f
