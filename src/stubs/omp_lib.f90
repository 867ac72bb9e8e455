! The names of OpenMP 4.5, as `use omp_lib` and `include 'omp_lib.h'` bring them, for rtapenade (src/stubs.rs). The words are those of mpi.f90.
module omp_lib
  implicit none

  integer, parameter :: omp_lock_kind = 8, omp_nest_lock_kind = 8, omp_lock_hint_kind = 4, omp_sync_hint_kind = 4
  integer, parameter :: omp_sched_kind = 4, omp_proc_bind_kind = 4
  integer, protected :: openmp_version
  integer(kind=omp_sched_kind), protected :: omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto
  integer(kind=omp_proc_bind_kind), protected :: omp_proc_bind_false, omp_proc_bind_true, omp_proc_bind_master, &
    omp_proc_bind_close, omp_proc_bind_spread
  integer(kind=omp_lock_hint_kind), protected :: omp_lock_hint_none, omp_lock_hint_uncontended, omp_lock_hint_contended, &
    omp_lock_hint_nonspeculative, omp_lock_hint_speculative

  interface
    !$AD ASKS
    integer function omp_get_num_threads()
    end function
    !$AD ASKS
    integer function omp_get_max_threads()
    end function
    !$AD ASKS
    integer function omp_get_thread_num()
    end function
    !$AD ASKS
    integer function omp_get_num_procs()
    end function
    !$AD ASKS
    integer function omp_get_thread_limit()
    end function
    !$AD ASKS
    integer function omp_get_max_active_levels()
    end function
    !$AD ASKS
    integer function omp_get_level()
    end function
    !$AD ASKS
    integer function omp_get_active_level()
    end function
    !$AD ASKS
    integer function omp_get_ancestor_thread_num(level)
      integer, intent(in) :: level
    end function
    !$AD ASKS
    integer function omp_get_team_size(level)
      integer, intent(in) :: level
    end function
    !$AD ASKS
    integer function omp_get_num_places()
    end function
    !$AD ASKS
    integer function omp_get_place_num_procs(place_num)
      integer, intent(in) :: place_num
    end function
    !$AD ASKS
    integer function omp_get_place_num()
    end function
    !$AD ASKS
    integer function omp_get_partition_num_places()
    end function
    !$AD ASKS
    integer function omp_get_default_device()
    end function
    !$AD ASKS
    integer function omp_get_num_devices()
    end function
    !$AD ASKS
    integer function omp_get_num_teams()
    end function
    !$AD ASKS
    integer function omp_get_team_num()
    end function
    !$AD ASKS
    integer function omp_get_initial_device()
    end function
    !$AD ASKS
    integer function omp_get_max_task_priority()
    end function
    !$AD ASKS
    integer(kind=omp_proc_bind_kind) function omp_get_proc_bind()
      import
    end function
    !$AD ASKS
    logical function omp_in_parallel()
    end function
    !$AD ASKS
    logical function omp_get_dynamic()
    end function
    !$AD ASKS
    logical function omp_get_nested()
    end function
    !$AD ASKS
    logical function omp_get_cancellation()
    end function
    !$AD ASKS
    logical function omp_in_final()
    end function
    !$AD ASKS
    logical function omp_is_initial_device()
    end function
    !$AD ASKS
    double precision function omp_get_wtime()
    end function
    !$AD ASKS
    double precision function omp_get_wtick()
    end function
    subroutine omp_set_num_threads(num_threads)
      integer, intent(in) :: num_threads
    end subroutine
    subroutine omp_set_max_active_levels(max_levels)
      integer, intent(in) :: max_levels
    end subroutine
    subroutine omp_set_default_device(device_num)
      integer, intent(in) :: device_num
    end subroutine
    subroutine omp_set_dynamic(dynamic_threads)
      logical, intent(in) :: dynamic_threads
    end subroutine
    subroutine omp_set_nested(nested)
      logical, intent(in) :: nested
    end subroutine
    subroutine omp_set_schedule(kind, chunk_size)
      import
      integer(kind=omp_sched_kind), intent(in) :: kind
      integer, intent(in) :: chunk_size
    end subroutine
    !$AD ASKS
    subroutine omp_get_schedule(kind, chunk_size)
      import
      integer(kind=omp_sched_kind), intent(out) :: kind
      integer, intent(out) :: chunk_size
    end subroutine
    !$AD ASKS
    subroutine omp_get_place_proc_ids(place_num, ids)
      integer, intent(in) :: place_num
      integer :: ids(*)
    end subroutine
    !$AD ASKS
    subroutine omp_get_partition_place_nums(place_nums)
      integer :: place_nums(*)
    end subroutine
    subroutine omp_init_lock(slock)
      import
      integer(kind=omp_lock_kind) :: slock
    end subroutine
    subroutine omp_destroy_lock(slock)
      import
      integer(kind=omp_lock_kind) :: slock
    end subroutine
    subroutine omp_set_lock(slock)
      import
      integer(kind=omp_lock_kind) :: slock
    end subroutine
    subroutine omp_unset_lock(slock)
      import
      integer(kind=omp_lock_kind) :: slock
    end subroutine
    subroutine omp_init_lock_with_hint(slock, hint)
      import
      integer(kind=omp_lock_kind) :: slock
      integer(kind=omp_lock_hint_kind), intent(in) :: hint
    end subroutine
    logical function omp_test_lock(slock)
      import
      integer(kind=omp_lock_kind) :: slock
    end function
    subroutine omp_init_nest_lock(nlock)
      import
      integer(kind=omp_nest_lock_kind) :: nlock
    end subroutine
    subroutine omp_destroy_nest_lock(nlock)
      import
      integer(kind=omp_nest_lock_kind) :: nlock
    end subroutine
    subroutine omp_set_nest_lock(nlock)
      import
      integer(kind=omp_nest_lock_kind) :: nlock
    end subroutine
    subroutine omp_unset_nest_lock(nlock)
      import
      integer(kind=omp_nest_lock_kind) :: nlock
    end subroutine
    subroutine omp_init_nest_lock_with_hint(nlock, hint)
      import
      integer(kind=omp_nest_lock_kind) :: nlock
      integer(kind=omp_lock_hint_kind), intent(in) :: hint
    end subroutine
    integer function omp_test_nest_lock(nlock)
      import
      integer(kind=omp_nest_lock_kind) :: nlock
    end function
  end interface
end module omp_lib
