! The Fortran entry points: every kind comes back, alone and as an array, in mirrored order.
program fortran
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64, real128
  use, intrinsic :: iso_c_binding, only: c_ptr, c_loc, c_associated, c_null_ptr
  implicit none
  logical, external :: popbit, adstack_isempty
  integer(int16) :: i2, i2a(3)
  integer(int32) :: i4, i4a(3), branch, k
  integer(int64) :: i8, i8a(3)
  real(real32) :: r4, r4a(3)
  real(real64) :: r8, r8a(3), r8d, r8ad(3)
  real(real128) :: r16, r16a(3)
  complex(real32) :: c8, c8a(3)
  complex(real64) :: c16, c16a(3)
  complex(real128) :: c32, c32a(3)
  character(len=1) :: c
  character(len=7) :: text
  logical :: l, la(3), bit
  integer, target :: here
  type(c_ptr) :: p4, p8

  if (.not. adstack_isempty()) error stop 'the tape is not empty at the start'
  call set()
  call pushinteger2(i2)
  call pushinteger4(i4)
  call pushinteger8(i8)
  call pushreal4(r4)
  call pushreal8(r8)
  call pushreal16(r16)
  call pushcomplex8(c8)
  call pushcomplex16(c16)
  call pushcomplex32(c32)
  call pushcharacter(c)
  call pushboolean(l)
  call pushpointer4(p4)
  call pushpointer8(p8)
  call pushinteger2array(i2a, 3)
  call pushinteger4array(i4a, 3)
  call pushinteger8array(i8a, 3)
  call pushreal4array(r4a, 3)
  call pushreal8array(r8a, 3)
  call pushreal16array(r16a, 3)
  call pushcomplex8array(c8a, 3)
  call pushcomplex16array(c16a, 3)
  call pushcomplex32array(c32a, 3)
  call pushcharacterarray(text, 7)
  call pushbooleanarray(la, 3)
  call pushreal8_d(r8, r8d)
  call pushreal8array_d(r8a, r8ad, 3)
  call pushcontrol1b(1)
  call pushcontrol2b(2)
  call pushcontrol3b(3)
  call pushcontrol4b(4)
  call pushcontrol5b(5)
  call pushcontrol6b(6)
  call pushcontrol7b(7)
  call pushcontrol8b(8)
  call pushcontrol9b(9)
  call pushbit(.true.)
  call clear()

  call adstack_startrepeat()
  bit = popbit()
  if (.not. bit) error stop 'bit'
  call adstack_resetrepeat()
  call adstack_endrepeat()
  bit = popbit()
  if (.not. bit) error stop 'bit, second reading'
  do k = 9, 1, -1
    select case (k)
    case (1)
      call popcontrol1b(branch)
    case (2)
      call popcontrol2b(branch)
    case (3)
      call popcontrol3b(branch)
    case (4)
      call popcontrol4b(branch)
    case (5)
      call popcontrol5b(branch)
    case (6)
      call popcontrol6b(branch)
    case (7)
      call popcontrol7b(branch)
    case (8)
      call popcontrol8b(branch)
    case (9)
      call popcontrol9b(branch)
    end select
    if (branch /= k) error stop 'control'
  end do
  call popreal8array_d(r8a, r8ad, 3)
  call popreal8_d(r8, r8d)
  if (abs(sum(r8ad) - 6.6_real64) > 1e-12_real64 .or. abs(r8d - 1.1_real64) > 1e-12_real64) error stop 'tangent'
  call popbooleanarray(la, 3)
  call popcharacterarray(text, 7)
  call popcomplex32array(c32a, 3)
  call popcomplex16array(c16a, 3)
  call popcomplex8array(c8a, 3)
  call popreal16array(r16a, 3)
  call popreal8array(r8a, 3)
  call popreal4array(r4a, 3)
  call popinteger8array(i8a, 3)
  call popinteger4array(i4a, 3)
  call popinteger2array(i2a, 3)
  call poppointer8(p8)
  call poppointer4(p4)
  call popboolean(l)
  call popcharacter(c)
  call popcomplex32(c32)
  call popcomplex16(c16)
  call popcomplex8(c8)
  call popreal16(r16)
  call popreal8(r8)
  call popreal4(r4)
  call popinteger8(i8)
  call popinteger4(i4)
  call popinteger2(i2)
  call adstack_check()
  call verify()
  call other_kinds()
  call showstackandbuffers('fortran')
  call adstack_showpeaksize()
  call adstack_showtraffic()
  call showstackandbufferssize()
  call adstack_release()
  print '(a)', 'fortran: as expected'
contains
  ! Kinds that the tape has no codes of their own for.
  subroutine other_kinds()
    integer(int8) :: i1, i1a(2)
    logical(1) :: l1, l1a(3)
    logical(2) :: l2
    logical(8) :: l8
    i1 = -7_int8
    i1a = [1_int8, -2_int8]
    l1 = .true.
    l1a = [.true., .false., .true.]
    l2 = .true.
    l8 = .false.
    call pushinteger1(i1)
    call pushinteger1array(i1a, 2)
    call pushboolean1(l1)
    call pushboolean1array(l1a, 3)
    call pushboolean2(l2)
    call pushboolean8(l8)
    i1 = 0
    i1a = 0
    l1 = .false.
    l1a = .false.
    l2 = .false.
    l8 = .true.
    call popboolean8(l8)
    call popboolean2(l2)
    call popboolean1array(l1a, 3)
    call popboolean1(l1)
    call popinteger1array(i1a, 2)
    call popinteger1(i1)
    if (i1 /= -7 .or. any(i1a /= [1, -2])) error stop 'integers of one byte'
    if (.not. l1 .or. .not. l2 .or. l8 .or. any(l1a .neqv. [.true., .false., .true.])) error stop 'booleans of other kinds'
  end subroutine other_kinds

  subroutine set()
    i2 = huge(i2)
    i4 = huge(i4)
    i8 = huge(i8)
    r4 = 0.1_real32
    r8 = 0.1_real64
    r16 = 0.1_real128
    c8 = (1.0_real32, 2.0_real32)
    c16 = (3.0_real64, 4.0_real64)
    c32 = (5.0_real128, 6.0_real128)
    c = 'z'
    l = .true.
    p4 = c_loc(here)
    p8 = c_loc(here)
    i2a = [1_int16, 2_int16, 3_int16]
    i4a = [1, 2, 3]
    i8a = [1_int64, 2_int64, 3_int64]
    r4a = [0.1_real32, 0.2_real32, 0.3_real32]
    r8a = [0.1_real64, 0.2_real64, 0.3_real64]
    r8d = 1.1_real64
    r8ad = [1.1_real64, 2.2_real64, 3.3_real64]
    r16a = [0.1_real128, 0.2_real128, 0.3_real128]
    c8a = c8*r4a
    c16a = c16*r8a
    c32a = c32*r16a
    text = 'seventy'
    la = [.true., .false., .true.]
  end subroutine set

  subroutine clear()
    i2 = 0_int16
    i4 = 0
    i8 = 0
    r4 = 0.0_real32
    r8 = 0.0_real64
    r16 = 0.0_real128
    c8 = (0.0, 0.0)
    c16 = (0.0, 0.0)
    c32 = (0.0, 0.0)
    c = ' '
    l = .false.
    p4 = c_null_ptr
    p8 = c_null_ptr
    i2a = 0_int16
    i4a = 0
    i8a = 0
    r4a = 0.0_real32
    r8a = 0.0_real64
    r8d = 0.0_real64
    r8ad = 0.0_real64
    r16a = 0.0_real128
    c8a = (0.0, 0.0)
    c16a = (0.0, 0.0)
    c32a = (0.0, 0.0)
    text = ' '
    la = .false.
  end subroutine clear

  subroutine verify()
    if (i2 /= huge(i2) .or. i4 /= huge(i4) .or. i8 /= huge(i8)) error stop 'integers'
    if (abs(r4 - 0.1_real32) > 0.0 .or. abs(r8 - 0.1_real64) > 0.0) error stop 'reals'
    if (abs(r16 - 0.1_real128) > 0.0) error stop 'real128'
    if (abs(c8 - (1.0_real32, 2.0_real32)) > 0.0 .or. abs(c16 - (3.0_real64, 4.0_real64)) > 0.0) error stop 'complexes'
    if (abs(c32 - (5.0_real128, 6.0_real128)) > 0.0) error stop 'complex of real128'
    if (c /= 'z' .or. text /= 'seventy' .or. .not. l) error stop 'character and boolean'
    if (any(la .neqv. [.true., .false., .true.])) error stop 'booleans'
    if (.not. (c_associated(p4, c_loc(here)) .and. c_associated(p8, c_loc(here)))) error stop 'pointers'
    if (any(i2a /= [1_int16, 2_int16, 3_int16]) .or. any(i4a /= [1, 2, 3])) error stop 'integer arrays'
    if (any(i8a /= [1_int64, 2_int64, 3_int64])) error stop 'int64 array'
    if (any(abs(r4a - [0.1_real32, 0.2_real32, 0.3_real32]) > 0.0)) error stop 'real32 array'
    if (any(abs(r8a - [0.1_real64, 0.2_real64, 0.3_real64]) > 0.0)) error stop 'real64 array'
    if (any(abs(r16a - [0.1_real128, 0.2_real128, 0.3_real128]) > 0.0)) error stop 'real128 array'
    if (any(abs(c8a - c8*r4a) > 0.0) .or. any(abs(c16a - c16*r8a) > 0.0)) error stop 'complex arrays'
    if (any(abs(c32a - c32*r16a) > 0.0)) error stop 'complex array of real128'
  end subroutine verify
end program fortran
