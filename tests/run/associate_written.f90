! Input and output inside ASSOCIATE: names for components, parts of arrays and values, one inside the other, also where a condition stands before the statement.
! head: column(s)\(y)
! inputs: s%soil%t = 0.5 .. 1.5
! inputs: s%soil%index = 3
module columns
  implicit none

  type layers
    integer :: index = 1
    real(8) :: t(4) = 1
  end type

  type state
    type(layers) :: soil
  end type

contains

  subroutine column(s, y)
    type(state), intent(inout) :: s
    real(8), intent(out) :: y
    character(len=40) :: line
    integer :: ios
    line = "t"
    associate (here => s%soil%index, all_temperatures_of_the_soil_column => s%soil%t, twice => 2*s%soil%t(1))
      associate (top => all_temperatures_of_the_soil_column(1:2))
        s%soil%t(3) = s%soil%t(1)*top(2)
        if (top(1) > 10.d0) write (*, *) "here too warm at: ", here, top(2), all_temperatures_of_the_soil_column(4), " are you sure?"
        if (top(1) < -10.d0) then
          write (line, '(a, i4, f8.3)', iostat=ios) "here", here, twice
          write (*, '(a, f8.3)', err=10) line, top(1)
        end if
        y = top(1)*sin(top(2)) + twice**2 + here*all_temperatures_of_the_soil_column(3)
10      continue
      end associate
    end associate
  end subroutine

end module
