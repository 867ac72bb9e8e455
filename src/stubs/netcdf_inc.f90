! The names of NetCDF for Fortran 77, as `include 'netcdf.inc'` brings them, for rtapenade (src/stubs.rs). The words are those of mpi.f90.
module netcdf_inc
  implicit none

  integer, protected :: nf_64bit_data, nf_64bit_offset, nf_align_chunk, nf_byte, nf_cdf5, nf_char, nf_chunk_seq, &
    nf_chunk_sizes, nf_chunk_sub, nf_chunked, nf_classic_model, nf_clobber, nf_collective, nf_compact, nf_compound, &
    nf_contiguous, nf_diskless, nf_double, nf_eattexists, nf_eattmeta, nf_ebadclass, nf_ebaddim, nf_ebadfield, &
    nf_ebadgrpid, nf_ebadid, nf_ebadname, nf_ebadtype, nf_ebadtypid, nf_ecantcreate, nf_ecantread, nf_ecantwrite, &
    nf_echar, nf_edimmeta, nf_edimscale, nf_edimsize, nf_eedge, nf_eexist, nf_efilemeta, nf_eglobal, nf_ehdferr, &
    nf_eindefine, nf_einval, nf_einvalcoords, nf_elatedef, nf_elatefill, nf_emaptype, nf_emaxatts, nf_emaxdims, &
    nf_emaxname, nf_emaxvars, nf_enameinuse, nf_endian_big, nf_endian_little, nf_endian_native, nf_enocompound, &
    nf_enogrp, nf_enomem, nf_enopar, nf_enorecvars, nf_enotatt, nf_enotindefine, nf_enotnc, nf_enotnc3, nf_enotnc4, &
    nf_enotvar, nf_enum, nf_eparinit, nf_eperm, nf_erange, nf_estrictnc3, nf_estride, nf_ests, nf_etrunc, &
    nf_etypdefined, nf_eunlimit, nf_eunlimpos, nf_evarmeta, nf_evarsize, nf_fatal, nf_fill, nf_fill_byte, nf_fill_char, &
    nf_fill_int, nf_fill_int1, nf_fill_int2, nf_fill_int64, nf_fill_short, nf_fill_ubyte, nf_fill_uint, nf_fill_ushort, &
    nf_fletcher32, nf_float, nf_format_64bit, nf_format_64bit_data, nf_format_64bit_offset, nf_format_cdf5, &
    nf_format_classic, nf_format_netcdf4, nf_format_netcdf4_classic, nf_global, nf_independent, nf_int, nf_int1, &
    nf_int2, nf_int64, nf_lock, nf_max_attrs, nf_max_dims, nf_max_name, nf_max_var_dims, nf_max_vars, nf_mmap, &
    nf_mpiio, nf_mpiposix, nf_netcdf4, nf_nochecksum, nf_noclobber, nf_noerr, nf_nofill, nf_noshuffle, nf_nowrite, &
    nf_opaque, nf_pnetcdf, nf_real, nf_share, nf_short, nf_shuffle, nf_sizehint_default, nf_string, &
    nf_szip_ec_option_mask, nf_szip_nn_option_mask, nf_ubyte, nf_uint, nf_uint64, nf_unlimited, nf_ushort, nf_verbose, &
    nf_vlen, nf_write
  real, protected :: nf_fill_float, nf_fill_real
  double precision, protected :: nf_fill_double

  interface
    integer function nf__create(path, cmode, initialsz, chunksizehintp, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode, initialsz, chunksizehintp
      integer, intent(out) :: ncid
    end function
    integer function nf__create_mp(path, cmode, initialsz, basepe, chunksizehintp, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode, initialsz, basepe, chunksizehintp
      integer, intent(out) :: ncid
    end function
    integer function nf__enddef(ncid, h_minfree, v_align, v_minfree, r_align)
      import
      integer, intent(in) :: ncid, h_minfree, v_align, v_minfree, r_align
    end function
    integer function nf__open(path, mode, chunksizehintp, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: mode, chunksizehintp
      integer, intent(inout) :: ncid
    end function
    integer function nf__open_mp(path, mode, basepe, chunksizehintp, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: mode, basepe, chunksizehintp
      integer, intent(inout) :: ncid
    end function
    integer function nf_abort(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf_close(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf_copy_att(ncid_in, varid_in, name, ncid_out, varid_out)
      import
      integer, intent(in) :: ncid_in, varid_in, ncid_out, varid_out
      character(len=*), intent(in) :: name
    end function
    integer function nf_copy_var(ncid_in, varid, ncid_out)
      import
      integer, intent(in) :: ncid_in, varid, ncid_out
    end function
    integer function nf_create(path, cmode, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode
      integer, intent(out) :: ncid
    end function
    integer function nf_create_par(path, cmode, comm, info, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode, comm, info
      integer, intent(out) :: ncid
    end function
    integer function nf_def_compound(ncid, isize, name, typeid)
      import
      integer, intent(in) :: ncid, isize
      character(len=*), intent(in) :: name
      integer, intent(out) :: typeid
    end function
    integer function nf_def_dim(ncid, name, dlen, dimid)
      import
      integer, intent(in) :: ncid, dlen
      character(len=*), intent(in) :: name
      integer, intent(out) :: dimid
    end function
    integer function nf_def_enum(ncid, base_typeid, name, typeid)
      import
      integer, intent(in) :: ncid, base_typeid
      character(len=*), intent(in) :: name
      integer, intent(out) :: typeid
    end function
    integer function nf_def_grp(parent_ncid, name, new_ncid)
      import
      integer, intent(in) :: parent_ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: new_ncid
    end function
    integer function nf_def_opaque(ncid, isize, name, xtype)
      import
      integer, intent(in) :: ncid, isize
      character(len=*), intent(in) :: name
      integer, intent(out) :: xtype
    end function
    integer function nf_def_var(ncid, name, xtype, nvdims, vdims, varid)
      import
      integer, intent(in) :: ncid, xtype, nvdims, vdims(*)
      character(len=*), intent(in) :: name
      integer, intent(out) :: varid
    end function
    integer function nf_def_var_chunking(ncid, varid, contiguous, chunksizes)
      import
      integer, intent(in) :: ncid, varid, contiguous
      integer :: chunksizes(*)
    end function
    integer function nf_def_var_deflate(ncid, varid, shuffle, deflate, deflate_level)
      import
      integer, intent(in) :: ncid, varid, shuffle, deflate, deflate_level
    end function
    integer function nf_def_var_endian(ncid, varid, endiann)
      import
      integer, intent(in) :: ncid, varid, endiann
    end function
    integer function nf_def_var_fill()
      import
    end function
    integer function nf_def_var_filter(ncid, varid, id, nparams, params)
      import
      integer, intent(in) :: ncid, varid, id, nparams, params(*)
    end function
    integer function nf_def_var_fletcher32(ncid, varid, fletcher32)
      import
      integer, intent(in) :: ncid, varid, fletcher32
    end function
    integer function nf_def_var_szip(ncid, varid, options_mask, pixels_per_block)
      import
      integer, intent(in) :: ncid, varid, options_mask, pixels_per_block
    end function
    integer function nf_def_vlen(ncid, name, base_typeid, xtype)
      import
      integer, intent(in) :: ncid, base_typeid
      character(len=*), intent(in) :: name
      integer, intent(out) :: xtype
    end function
    integer function nf_del_att(ncid, varid, name)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
    end function
    integer function nf_delete(path)
      import
      character(len=*), intent(in) :: path
    end function
    integer function nf_enddef(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf_free_vlen()
      import
    end function
    integer function nf_get_att()
      import
    end function
    integer function nf_get_att_double(ncid, varid, name, dvals)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      real(kind=8) :: dvals(*)
    end function
    integer function nf_get_att_int(ncid, varid, name, ivals)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer :: ivals(*)
    end function
    integer function nf_get_att_int1(ncid, varid, name, i1vals)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer(kind=1) :: i1vals(*)
    end function
    integer function nf_get_att_int2(ncid, varid, name, i2vals)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer(kind=2) :: i2vals(*)
    end function
    integer function nf_get_att_int64(ncid, varid, name, i8vals)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer(kind=8) :: i8vals(*)
    end function
    integer function nf_get_att_real(ncid, varid, name, rvals)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      real :: rvals(*)
    end function
    integer function nf_get_att_text(ncid, varid, name, text)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      character(len=*), intent(out) :: text
    end function
    integer function nf_get_chunk_cache(chunk_size, nelems, preemption)
      import
      integer, intent(inout) :: chunk_size, nelems, preemption
    end function
    integer function nf_get_var()
      import
    end function
    integer function nf_get_var1()
      import
    end function
    integer function nf_get_var1_double(ncid, varid, ndex, rval)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      real(kind=8), intent(out) :: rval
    end function
    integer function nf_get_var1_int(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      integer, intent(out) :: ival
    end function
    integer function nf_get_var1_int1(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      integer(kind=1), intent(out) :: ival
    end function
    integer function nf_get_var1_int2(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      integer(kind=2), intent(out) :: ival
    end function
    integer function nf_get_var1_int64(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      integer(kind=8), intent(out) :: ival
    end function
    integer function nf_get_var1_real(ncid, varid, ndex, rval)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      real, intent(out) :: rval
    end function
    integer function nf_get_var1_text(ncid, varid, ndex, chval)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      character(len=*), intent(out) :: chval
    end function
    integer function nf_get_var_chunk_cache(ncid, varid, chunk_size, nelems, preemption)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(inout) :: chunk_size, nelems, preemption
    end function
    integer function nf_get_var_double(ncid, varid, dvals)
      import
      integer, intent(in) :: ncid, varid
      real(kind=8) :: dvals(*)
    end function
    integer function nf_get_var_int(ncid, varid, ivals)
      import
      integer, intent(in) :: ncid, varid
      integer :: ivals(*)
    end function
    integer function nf_get_var_int1(ncid, varid, i1vals)
      import
      integer, intent(in) :: ncid, varid
      integer(kind=1) :: i1vals(*)
    end function
    integer function nf_get_var_int2(ncid, varid, i2vals)
      import
      integer, intent(in) :: ncid, varid
      integer(kind=2) :: i2vals(*)
    end function
    integer function nf_get_var_int64(ncid, varid, ivals)
      import
      integer, intent(in) :: ncid, varid
      integer(kind=8) :: ivals(*)
    end function
    integer function nf_get_var_real(ncid, varid, rvals)
      import
      integer, intent(in) :: ncid, varid
      real :: rvals(*)
    end function
    integer function nf_get_var_text(ncid, varid, text)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(out) :: text
    end function
    integer function nf_get_vara()
      import
    end function
    integer function nf_get_vara_double(ncid, varid, start, counts, dvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      real(kind=8) :: dvals(*)
    end function
    integer function nf_get_vara_int(ncid, varid, start, counts, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      integer :: ivals(*)
    end function
    integer function nf_get_vara_int1(ncid, varid, start, counts, i1vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      integer(kind=1) :: i1vals(*)
    end function
    integer function nf_get_vara_int2(ncid, varid, start, counts, i2vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      integer(kind=2) :: i2vals(*)
    end function
    integer function nf_get_vara_int64(ncid, varid, start, counts, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      integer(kind=8) :: ivals(*)
    end function
    integer function nf_get_vara_real(ncid, varid, start, counts, rvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      real :: rvals(*)
    end function
    integer function nf_get_vara_text(ncid, varid, start, counts, text)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      character(len=*), intent(out) :: text
    end function
    integer function nf_get_varm_double(ncid, varid, start, counts, strides, maps, dvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      real(kind=8) :: dvals(*)
    end function
    integer function nf_get_varm_int(ncid, varid, start, counts, strides, maps, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      integer :: ivals(*)
    end function
    integer function nf_get_varm_int1(ncid, varid, start, counts, strides, maps, i1vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      integer(kind=1) :: i1vals(*)
    end function
    integer function nf_get_varm_int2(ncid, varid, start, counts, strides, maps, i2vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      integer(kind=2) :: i2vals(*)
    end function
    integer function nf_get_varm_int64(ncid, varid, start, counts, strides, maps, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      integer(kind=8) :: ivals(*)
    end function
    integer function nf_get_varm_real(ncid, varid, start, counts, strides, maps, rvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      real :: rvals(*)
    end function
    integer function nf_get_varm_text(ncid, varid, start, counts, strides, maps, text)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      character(len=*), intent(out) :: text
    end function
    integer function nf_get_vars()
      import
    end function
    integer function nf_get_vars_double(ncid, varid, start, counts, strides, dvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      real(kind=8) :: dvals(*)
    end function
    integer function nf_get_vars_int(ncid, varid, start, counts, strides, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      integer :: ivals(*)
    end function
    integer function nf_get_vars_int1(ncid, varid, start, counts, strides, i1vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      integer(kind=1) :: i1vals(*)
    end function
    integer function nf_get_vars_int2(ncid, varid, start, counts, strides, i2vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      integer(kind=2) :: i2vals(*)
    end function
    integer function nf_get_vars_int64(ncid, varid, start, counts, strides, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      integer(kind=8) :: ivals(*)
    end function
    integer function nf_get_vars_real(ncid, varid, start, counts, strides, rvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      real :: rvals(*)
    end function
    integer function nf_get_vars_text(ncid, varid, start, counts, strides, text)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      character(len=*), intent(out) :: text
    end function
    integer function nf_get_vlen_element()
      import
    end function
    !$AD ASKS
    integer function nf_inq(ncid, ndims, nvars, ngatts, unlimdimid)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: ndims, nvars, ngatts, unlimdimid
    end function
    !$AD ASKS
    integer function nf_inq_att(ncid, varid, name, xtype, nlen)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer, intent(out) :: xtype, nlen
    end function
    !$AD ASKS
    integer function nf_inq_attid(ncid, varid, name, attnum)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer, intent(out) :: attnum
    end function
    !$AD ASKS
    integer function nf_inq_attlen(ncid, varid, name, nlen)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer, intent(out) :: nlen
    end function
    !$AD ASKS
    integer function nf_inq_attname(ncid, varid, attnum, name)
      import
      integer, intent(in) :: ncid, varid, attnum
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf_inq_atttype(ncid, varid, name, xtype)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer, intent(out) :: xtype
    end function
    !$AD ASKS
    integer function nf_inq_base_pe(ncid, pe)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: pe
    end function
    !$AD ASKS
    integer function nf_inq_compound(ncid, xtype, name, isize, nfields)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(inout) :: name
      integer, intent(inout) :: isize, nfields
    end function
    !$AD ASKS
    integer function nf_inq_compound_field(ncid, xtype, fieldid, name, offset, field_typeid, ndims, dim_sizes)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      character(len=*), intent(out) :: name
      integer, intent(out) :: offset, field_typeid, ndims
      integer :: dim_sizes(*)
    end function
    !$AD ASKS
    integer function nf_inq_compound_fielddim_sizes(ncid, xtype, fieldid, dim_sizes)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer :: dim_sizes(*)
    end function
    !$AD ASKS
    integer function nf_inq_compound_fieldindex(ncid, xtype, name, fieldid)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(in) :: name
      integer, intent(out) :: fieldid
    end function
    !$AD ASKS
    integer function nf_inq_compound_fieldname(ncid, xtype, fieldid, name)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf_inq_compound_fieldndims(ncid, xtype, fieldid, ndims)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer, intent(out) :: ndims
    end function
    !$AD ASKS
    integer function nf_inq_compound_fieldoffset(ncid, xtype, fieldid, offset)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer, intent(out) :: offset
    end function
    !$AD ASKS
    integer function nf_inq_compound_fieldtype(ncid, xtype, fieldid, field_typeid)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer, intent(out) :: field_typeid
    end function
    !$AD ASKS
    integer function nf_inq_compound_name(ncid, xtype, name)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf_inq_compound_nfields(ncid, xtype, nfields)
      import
      integer, intent(in) :: ncid, xtype
      integer, intent(inout) :: nfields
    end function
    !$AD ASKS
    integer function nf_inq_compound_size(ncid, xtype, isize)
      import
      integer, intent(in) :: ncid, xtype
      integer, intent(inout) :: isize
    end function
    !$AD ASKS
    integer function nf_inq_dim(ncid, dimid, name, dlen)
      import
      integer, intent(in) :: ncid, dimid
      character(len=*), intent(out) :: name
      integer, intent(out) :: dlen
    end function
    !$AD ASKS
    integer function nf_inq_dimid(ncid, name, dimid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: dimid
    end function
    !$AD ASKS
    integer function nf_inq_dimids(ncid, ndims, dimids, include_parents)
      import
      integer, intent(in) :: ncid, include_parents
      integer, intent(out) :: ndims
      integer :: dimids(*)
    end function
    !$AD ASKS
    integer function nf_inq_dimlen(ncid, dimid, dlen)
      import
      integer, intent(in) :: ncid, dimid
      integer, intent(out) :: dlen
    end function
    !$AD ASKS
    integer function nf_inq_dimname(ncid, dimid, name)
      import
      integer, intent(in) :: ncid, dimid
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf_inq_enum(ncid, xtype, name, base_nf_type, base_size, num_members)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(inout) :: name
      integer, intent(inout) :: base_nf_type, base_size, num_members
    end function
    !$AD ASKS
    integer function nf_inq_enum_ident(ncid, xtype, value, name)
      import
      integer, intent(in) :: ncid, xtype, value
      character(len=*), intent(inout) :: name
    end function
    !$AD ASKS
    integer function nf_inq_enum_member()
      import
    end function
    !$AD ASKS
    integer function nf_inq_format(ncid, format_type)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: format_type
    end function
    !$AD ASKS
    integer function nf_inq_grp_full_ncid(ncid, grp_name, grp_ncid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: grp_name
      integer, intent(inout) :: grp_ncid
    end function
    !$AD ASKS
    integer function nf_inq_grp_ncid(ncid, grp_name, parent_ncid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: grp_name
      integer, intent(inout) :: parent_ncid
    end function
    !$AD ASKS
    integer function nf_inq_grp_parent(ncid, parent_ncid)
      import
      integer, intent(in) :: ncid
      integer, intent(inout) :: parent_ncid
    end function
    !$AD ASKS
    integer function nf_inq_grpname(ncid, name)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf_inq_grpname_full(ncid, nlen, name)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: nlen
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf_inq_grpname_len(ncid, nlen)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: nlen
    end function
    !$AD ASKS
    integer function nf_inq_grps(ncid, numgrps, ncids)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: numgrps
      integer :: ncids(*)
    end function
    !$AD ASKS
    character(len=80) function nf_inq_libvers()
      import
    end function
    !$AD ASKS
    integer function nf_inq_natts(ncid, ngatts)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: ngatts
    end function
    !$AD ASKS
    integer function nf_inq_ncid(ncid, name, groupid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: groupid
    end function
    !$AD ASKS
    integer function nf_inq_ndims(ncid, ndims)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: ndims
    end function
    !$AD ASKS
    integer function nf_inq_nvars(ncid, nvars)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: nvars
    end function
    !$AD ASKS
    integer function nf_inq_opaque(ncid, xtype, name, isize)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(inout) :: name
      integer, intent(out) :: isize
    end function
    !$AD ASKS
    integer function nf_inq_path(ncid, pathlen, path)
      import
      integer, intent(in) :: ncid
      integer, intent(inout) :: pathlen
      character(len=*), intent(inout) :: path
    end function
    !$AD ASKS
    integer function nf_inq_type(ncid, xtype, name, isize)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(in) :: name
      integer, intent(out) :: isize
    end function
    !$AD ASKS
    integer function nf_inq_typeid(ncid, name, typeid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: typeid
    end function
    !$AD ASKS
    integer function nf_inq_typeids(ncid, ntypes, typeids)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: ntypes
      integer :: typeids(*)
    end function
    !$AD ASKS
    integer function nf_inq_unlimdim(ncid, unlimdimid)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: unlimdimid
    end function
    !$AD ASKS
    integer function nf_inq_user_type(ncid, xtype, name, isize, base_type, nfields, iclass)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(inout) :: name
      integer, intent(out) :: isize, base_type, nfields, iclass
    end function
    !$AD ASKS
    integer function nf_inq_var(ncid, varid, name, xtype, ndims, dimids, natts)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(out) :: name
      integer, intent(out) :: xtype, ndims, natts
      integer :: dimids(*)
    end function
    !$AD ASKS
    integer function nf_inq_var_chunking(ncid, varid, contiguous, chunksizes)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(inout) :: contiguous
      integer :: chunksizes(*)
    end function
    !$AD ASKS
    integer function nf_inq_var_deflate(ncid, varid, shuffle, deflate, deflate_level)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: shuffle, deflate, deflate_level
    end function
    !$AD ASKS
    integer function nf_inq_var_endian(ncid, varid, endiann)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: endiann
    end function
    !$AD ASKS
    integer function nf_inq_var_fill()
      import
    end function
    !$AD ASKS
    integer function nf_inq_var_filter(ncid, varid, id, inparams, params)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(inout) :: id, inparams
      integer :: params(*)
    end function
    !$AD ASKS
    integer function nf_inq_var_fletcher32(ncid, varid, fletcher32)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: fletcher32
    end function
    !$AD ASKS
    integer function nf_inq_var_szip(ncid, varid, options_mask, pixels_per_block)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(inout) :: options_mask, pixels_per_block
    end function
    !$AD ASKS
    integer function nf_inq_vardimid(ncid, varid, dimids)
      import
      integer, intent(in) :: ncid, varid
      integer :: dimids(*)
    end function
    !$AD ASKS
    integer function nf_inq_varid(ncid, name, varid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: varid
    end function
    !$AD ASKS
    integer function nf_inq_varids(ncid, nvars, varids)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: nvars
      integer :: varids(*)
    end function
    !$AD ASKS
    integer function nf_inq_varname(ncid, varid, name)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf_inq_varnatts(ncid, varid, nvatts)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: nvatts
    end function
    !$AD ASKS
    integer function nf_inq_varndims(ncid, varid, vndims)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: vndims
    end function
    !$AD ASKS
    integer function nf_inq_vartype(ncid, varid, xtype)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: xtype
    end function
    !$AD ASKS
    integer function nf_inq_vlen(ncid, xtype, name, datum_size, base_type)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
      integer, intent(out) :: datum_size, base_type
    end function
    integer function nf_insert_array_compound(ncid, xtype, name, offset, field_typeid, ndims, dim_sizes)
      import
      integer, intent(in) :: ncid, xtype, offset, field_typeid, ndims
      character(len=*), intent(in) :: name
      integer :: dim_sizes(*)
    end function
    integer function nf_insert_compound(ncid, xtype, name, offset, field_typeid)
      import
      integer, intent(in) :: ncid, xtype, offset, field_typeid
      character(len=*), intent(in) :: name
    end function
    integer function nf_insert_enum()
      import
    end function
    !$AD ASKS
    logical function nf_issyserr(nerr)
      import
      integer, intent(in) :: nerr
    end function
    integer function nf_open(path, mode, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: mode
      integer, intent(inout) :: ncid
    end function
    integer function nf_open_par(path, mode, comm, info, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: mode, comm, info
      integer, intent(out) :: ncid
    end function
    integer function nf_put_att()
      import
    end function
    integer function nf_put_att_double(ncid, varid, name, xtype, nlen, dvals)
      import
      integer, intent(in) :: ncid, varid, xtype, nlen
      character(len=*), intent(in) :: name
      real(kind=8), intent(in) :: dvals(*)
    end function
    integer function nf_put_att_int(ncid, varid, name, xtype, nlen, ivals)
      import
      integer, intent(in) :: ncid, varid, xtype, nlen, ivals(*)
      character(len=*), intent(in) :: name
    end function
    integer function nf_put_att_int1(ncid, varid, name, xtype, nlen, i1vals)
      import
      integer, intent(in) :: ncid, varid, xtype, nlen
      character(len=*), intent(in) :: name
      integer(kind=1), intent(in) :: i1vals(*)
    end function
    integer function nf_put_att_int2(ncid, varid, name, xtype, nlen, i2vals)
      import
      integer, intent(in) :: ncid, varid, xtype, nlen
      character(len=*), intent(in) :: name
      integer(kind=2), intent(in) :: i2vals(*)
    end function
    integer function nf_put_att_int64(ncid, varid, name, xtype, nlen, i8vals)
      import
      integer, intent(in) :: ncid, varid, xtype, nlen
      character(len=*), intent(in) :: name
      integer(kind=8), intent(in) :: i8vals(*)
    end function
    integer function nf_put_att_real(ncid, varid, name, xtype, nlen, rvals)
      import
      integer, intent(in) :: ncid, varid, xtype, nlen
      character(len=*), intent(in) :: name
      real, intent(in) :: rvals(*)
    end function
    integer function nf_put_att_text(ncid, varid, name, nlen, text)
      import
      integer, intent(in) :: ncid, varid, nlen
      character(len=*), intent(in) :: name, text
    end function
    integer function nf_put_var()
      import
    end function
    integer function nf_put_var1()
      import
    end function
    integer function nf_put_var1_double(ncid, varid, ndex, dval)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      real(kind=8), intent(in) :: dval
    end function
    integer function nf_put_var1_int(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*), ival
    end function
    integer function nf_put_var1_int1(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      integer(kind=1), intent(in) :: ival
    end function
    integer function nf_put_var1_int2(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      integer(kind=2), intent(in) :: ival
    end function
    integer function nf_put_var1_int64(ncid, varid, ndex, ival)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      integer(kind=8), intent(in) :: ival
    end function
    integer function nf_put_var1_real(ncid, varid, ndex, rval)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      real, intent(in) :: rval
    end function
    integer function nf_put_var1_text(ncid, varid, ndex, chval)
      import
      integer, intent(in) :: ncid, varid, ndex(*)
      character(len=*), intent(in) :: chval
    end function
    integer function nf_put_var_double(ncid, varid, dvals)
      import
      integer, intent(in) :: ncid, varid
      real(kind=8), intent(in) :: dvals(*)
    end function
    integer function nf_put_var_int(ncid, varid, ivals)
      import
      integer, intent(in) :: ncid, varid, ivals(*)
    end function
    integer function nf_put_var_int1(ncid, varid, i1vals)
      import
      integer, intent(in) :: ncid, varid
      integer(kind=1), intent(in) :: i1vals(*)
    end function
    integer function nf_put_var_int2(ncid, varid, i2vals)
      import
      integer, intent(in) :: ncid, varid
      integer(kind=2), intent(in) :: i2vals(*)
    end function
    integer function nf_put_var_int64(ncid, varid, ivals)
      import
      integer, intent(in) :: ncid, varid
      integer(kind=8), intent(in) :: ivals(*)
    end function
    integer function nf_put_var_real(ncid, varid, rvals)
      import
      integer, intent(in) :: ncid, varid
      real, intent(in) :: rvals(*)
    end function
    integer function nf_put_var_text(ncid, varid, text)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: text
    end function
    integer function nf_put_vara()
      import
    end function
    integer function nf_put_vara_double(ncid, varid, start, counts, dvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      real(kind=8), intent(in) :: dvals(*)
    end function
    integer function nf_put_vara_int(ncid, varid, start, counts, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), ivals(*)
    end function
    integer function nf_put_vara_int1(ncid, varid, start, counts, i1vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      integer(kind=1), intent(in) :: i1vals(*)
    end function
    integer function nf_put_vara_int2(ncid, varid, start, counts, i2vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      integer(kind=2), intent(in) :: i2vals(*)
    end function
    integer function nf_put_vara_int64(ncid, varid, start, counts, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      integer(kind=8), intent(in) :: ivals(*)
    end function
    integer function nf_put_vara_real(ncid, varid, start, counts, rvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      real, intent(in) :: rvals(*)
    end function
    integer function nf_put_vara_text(ncid, varid, start, counts, text)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*)
      character(len=*), intent(in) :: text
    end function
    integer function nf_put_varm_double(ncid, varid, start, counts, strides, maps, dvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      real(kind=8), intent(in) :: dvals(*)
    end function
    integer function nf_put_varm_int(ncid, varid, start, counts, strides, maps, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*), ivals(*)
    end function
    integer function nf_put_varm_int1(ncid, varid, start, counts, strides, maps, i1vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      integer(kind=1), intent(in) :: i1vals(*)
    end function
    integer function nf_put_varm_int2(ncid, varid, start, counts, strides, maps, i2vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      integer(kind=2), intent(in) :: i2vals(*)
    end function
    integer function nf_put_varm_int64(ncid, varid, start, counts, strides, maps, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      integer(kind=8), intent(in) :: ivals(*)
    end function
    integer function nf_put_varm_real(ncid, varid, start, counts, strides, maps, rvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      real, intent(in) :: rvals(*)
    end function
    integer function nf_put_varm_text(ncid, varid, start, counts, strides, maps, text)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), maps(*)
      character(len=*), intent(in) :: text
    end function
    integer function nf_put_vars()
      import
    end function
    integer function nf_put_vars_double(ncid, varid, start, counts, strides, dvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      real(kind=8), intent(in) :: dvals(*)
    end function
    integer function nf_put_vars_int(ncid, varid, start, counts, strides, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*), ivals(*)
    end function
    integer function nf_put_vars_int1(ncid, varid, start, counts, strides, i1vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      integer(kind=1), intent(in) :: i1vals(*)
    end function
    integer function nf_put_vars_int2(ncid, varid, start, counts, strides, i2vals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      integer(kind=2), intent(in) :: i2vals(*)
    end function
    integer function nf_put_vars_int64(ncid, varid, start, counts, strides, ivals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      integer(kind=8), intent(in) :: ivals(*)
    end function
    integer function nf_put_vars_real(ncid, varid, start, counts, strides, rvals)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      real, intent(in) :: rvals(*)
    end function
    integer function nf_put_vars_text(ncid, varid, start, counts, strides, text)
      import
      integer, intent(in) :: ncid, varid, start(*), counts(*), strides(*)
      character(len=*), intent(in) :: text
    end function
    integer function nf_put_vlen_element()
      import
    end function
    integer function nf_redef(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf_rename_att(ncid, varid, name, newname)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name, newname
    end function
    integer function nf_rename_dim(ncid, dimid, name)
      import
      integer, intent(in) :: ncid, dimid
      character(len=*), intent(in) :: name
    end function
    integer function nf_rename_grp(grpid, name)
      import
      integer, intent(in) :: grpid
      character(len=*), intent(in) :: name
    end function
    integer function nf_rename_var(ncid, varid, name)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
    end function
    integer function nf_set_base_pe(ncid, pe)
      import
      integer, intent(in) :: ncid, pe
    end function
    integer function nf_set_chunk_cache(chunk_size, nelems, preemption)
      import
      integer, intent(in) :: chunk_size, nelems, preemption
    end function
    integer function nf_set_default_format(newform, old_format)
      import
      integer, intent(in) :: newform
      integer, intent(out) :: old_format
    end function
    integer function nf_set_fill(ncid, fillmode, old_mode)
      import
      integer, intent(in) :: ncid, fillmode
      integer, intent(out) :: old_mode
    end function
    integer function nf_set_var_chunk_cache(ncid, varid, chunk_size, nelems, preemption)
      import
      integer, intent(in) :: ncid, varid, chunk_size, nelems, preemption
    end function
    !$AD ASKS
    character(len=80) function nf_strerror(nerr)
      import
      integer, intent(in) :: nerr
    end function
    integer function nf_sync(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf_var_par_access(ncid, varid, iaccess)
      import
      integer, intent(in) :: ncid, varid, iaccess
    end function
  end interface
end module netcdf_inc
