module diffsizes
  implicit none
  integer, parameter :: nbdirsmax = 6
end module diffsizes
