! The names of NetCDF, as `use netcdf` brings them, for rtapenade (src/stubs.rs). The words are those of mpi.f90.
module netcdf
  implicit none

  integer, protected :: nf90_64bit_data, nf90_64bit_offset, nf90_align_chunk, nf90_byte, nf90_cdf5, nf90_char, &
    nf90_chunk_seq, nf90_chunk_sizes, nf90_chunk_sub, nf90_chunked, nf90_classic_model, nf90_clobber, nf90_collective, &
    nf90_compact, nf90_compound, nf90_contiguous, nf90_diskless, nf90_double, nf90_eattexists, nf90_eattmeta, &
    nf90_eaxistype, nf90_ebadchunk, nf90_ebadclass, nf90_ebaddim, nf90_ebadfield, nf90_ebadgrpid, nf90_ebadid, &
    nf90_ebadname, nf90_ebadtype, nf90_ebadtypid, nf90_ecantcreate, nf90_ecantextend, nf90_ecantread, nf90_ecantwrite, &
    nf90_echar, nf90_ecurl, nf90_edap, nf90_edapconstraint, nf90_edapsvc, nf90_edapurl, nf90_edas, nf90_edatadds, &
    nf90_edds, nf90_edimmeta, nf90_edimscale, nf90_edimsize, nf90_ediskless, nf90_eedge, nf90_eexist, nf90_efilemeta, &
    nf90_eglobal, nf90_ehdferr, nf90_eindefine, nf90_einval, nf90_einvalcoords, nf90_eio, nf90_elatedef, &
    nf90_elatefill, nf90_emaptype, nf90_emaxatts, nf90_emaxdims, nf90_emaxname, nf90_emaxvars, nf90_empi, &
    nf90_enameinuse, nf90_endian_big, nf90_endian_little, nf90_endian_native, nf90_enocompound, nf90_enodata, &
    nf90_enogrp, nf90_enomem, nf90_enopar, nf90_enorecvars, nf90_enotatt, nf90_enotbuilt, nf90_enotindefine, &
    nf90_enotnc, nf90_enotnc3, nf90_enotnc4, nf90_enotvar, nf90_enum, nf90_eparinit, nf90_eperm, nf90_erange, &
    nf90_estorage, nf90_estrictnc3, nf90_estride, nf90_ests, nf90_etranslation, nf90_etrunc, nf90_etypdefined, &
    nf90_eunlimit, nf90_eunlimpos, nf90_evarmeta, nf90_evarsize, nf90_fatal, nf90_fill, nf90_fill_int, nf90_fill_uint2, &
    nf90_fill_ushort, nf90_fletcher32, nf90_float, nf90_format_64bit, nf90_format_64bit_data, nf90_format_64bit_offset, &
    nf90_format_cdf5, nf90_format_classic, nf90_format_netcdf4, nf90_format_netcdf4_classic, nf90_global, nf90_hdf5, &
    nf90_independent, nf90_int, nf90_int1, nf90_int2, nf90_int4, nf90_int64, nf90_lock, nf90_max_attrs, nf90_max_dims, &
    nf90_max_name, nf90_max_var_dims, nf90_max_vars, nf90_mmap, nf90_mpiio, nf90_mpiposix, nf90_netcdf4, &
    nf90_nochecksum, nf90_noclobber, nf90_noerr, nf90_nofill, nf90_noshuffle, nf90_notcontiguous, nf90_nowrite, &
    nf90_opaque, nf90_pnetcdf, nf90_real, nf90_real4, nf90_real8, nf90_share, nf90_short, nf90_shuffle, &
    nf90_sizehint_default, nf90_string, nf90_szip_ec_option_mask, nf90_szip_nn_option_mask, nf90_ubyte, nf90_uint, &
    nf90_uint64, nf90_unlimited, nf90_ushort, nf90_verbose, nf90_vlen, nf90_write
  character, protected :: nf90_fill_char
  real, protected :: nf90_fill_float, nf90_fill_real, nf90_fill_real4
  double precision, protected :: nf90_fill_double, nf90_fill_real8
  integer(kind=1), protected :: nf90_fill_byte
  integer(kind=1), protected :: nf90_fill_int1
  integer(kind=2), protected :: nf90_fill_int2
  integer(kind=2), protected :: nf90_fill_short
  integer(kind=2), protected :: nf90_fill_ubyte
  integer(kind=8), protected :: nf90_fill_uint
  integer(kind=2), protected :: nf90_fill_uint1

  interface
    integer function nf90_abort(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf90_close(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf90_copy_att(ncid_in, varid_in, name, ncid_out, varid_out)
      import
      integer, intent(in) :: ncid_in, varid_in, ncid_out, varid_out
      character(len=*), intent(in) :: name
    end function
    integer function nf90_create(path, cmode, ncid, initialsize, chunksize, cache_size, cache_nelems, cache_preemption, &
      comm, info)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode
      integer, intent(out) :: ncid
      integer, optional, intent(in) :: initialsize, cache_size, cache_nelems, cache_preemption, comm, info
      integer, optional, intent(inout) :: chunksize
    end function
    integer function nf90_create_mp(path, cmode, initalsz, basepe, chunksizehint, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode, initalsz, basepe, chunksizehint
      integer, intent(out) :: ncid
    end function
    integer function nf90_create_par(path, cmode, comm, info, ncid, cache_size, cache_nelems, cache_preemption)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode, comm, info
      integer, intent(out) :: ncid
      integer, optional, intent(in) :: cache_size, cache_nelems
      real, optional, intent(in) :: cache_preemption
    end function
    integer function nf90_def_compound(ncid, size, name, typeid)
      import
      integer, intent(in) :: ncid, size
      character(len=*), intent(in) :: name
      integer, intent(out) :: typeid
    end function
    integer function nf90_def_dim(ncid, name, len, dimid)
      import
      integer, intent(in) :: ncid, len
      character(len=*), intent(in) :: name
      integer, intent(out) :: dimid
    end function
    integer function nf90_def_enum(ncid, base_typeid, name, typeid)
      import
      integer, intent(in) :: ncid, base_typeid
      character(len=*), intent(in) :: name
      integer, intent(out) :: typeid
    end function
    integer function nf90_def_grp(parent_ncid, name, new_ncid)
      import
      integer, intent(in) :: parent_ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: new_ncid
    end function
    integer function nf90_def_opaque(ncid, size, name, xtype)
      import
      integer, intent(in) :: ncid, size
      character(len=*), intent(in) :: name
      integer, intent(out) :: xtype
    end function
    integer function nf90_def_var_chunking(ncid, varid, contiguous, chunksizes)
      import
      integer, intent(in) :: ncid, varid, contiguous, chunksizes(:)
    end function
    integer function nf90_def_var_deflate(ncid, varid, shuffle, deflate, deflate_level)
      import
      integer, intent(in) :: ncid, varid, shuffle, deflate, deflate_level
    end function
    integer function nf90_def_var_endian(ncid, varid, endian)
      import
      integer, intent(in) :: ncid, varid, endian
    end function
    integer function nf90_def_var_filter(ncid, varid, filterid, nparams, params)
      import
      integer, intent(in) :: ncid, varid, filterid, nparams, params(*)
    end function
    integer function nf90_def_var_fletcher32(ncid, varid, fletcher32)
      import
      integer, intent(in) :: ncid, varid, fletcher32
    end function
    integer function nf90_def_var_szip(ncid, varid, options_mask, pixels_per_block)
      import
      integer, intent(in) :: ncid, varid, options_mask, pixels_per_block
    end function
    integer function nf90_def_vlen(ncid, name, base_typeid, xtypeid)
      import
      integer, intent(in) :: ncid, base_typeid
      character(len=*), intent(in) :: name
      integer, intent(out) :: xtypeid
    end function
    integer function nf90_del_att(ncid, varid, name)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
    end function
    integer function nf90_delete(name)
      import
      character(len=*), intent(in) :: name
    end function
    integer function nf90_enddef(ncid, h_minfree, v_align, v_minfree, r_align)
      import
      integer, intent(in) :: ncid
      integer, optional, intent(in) :: h_minfree, v_align, v_minfree, r_align
    end function
    integer function nf90_get_att_any(ncid, varid, name, length, values)
      import
      integer, intent(in) :: ncid, varid, length
      character(len=*), intent(in) :: name, values
    end function
    integer function nf90_get_var_any(ncid, varid, values, start, count, stride, map)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(out) :: values
      integer, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    end function
    !$AD ASKS
    integer function nf90_inq_attname(ncid, varid, attnum, name)
      import
      integer, intent(in) :: ncid, varid, attnum
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf90_inq_base_pe(ncid, pe)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: pe
    end function
    !$AD ASKS
    integer function nf90_inq_cmp_fielddim_sizes(ncid, xtype, fieldid, dim_sizes)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer, intent(out) :: dim_sizes
    end function
    !$AD ASKS
    integer function nf90_inq_compound(ncid, xtype, name, size, nfields)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
      integer, intent(out) :: size, nfields
    end function
    !$AD ASKS
    integer function nf90_inq_compound_field(ncid, xtype, fieldid, name, offset, field_typeid, ndims, dim_sizes)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      character(len=*), intent(out) :: name
      integer, intent(out) :: offset, field_typeid, ndims, dim_sizes
    end function
    !$AD ASKS
    integer function nf90_inq_compound_fieldindex(ncid, xtype, name, fieldid)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(in) :: name
      integer, intent(out) :: fieldid
    end function
    !$AD ASKS
    integer function nf90_inq_compound_fieldname(ncid, xtype, fieldid, name)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf90_inq_compound_fieldndims(ncid, xtype, fieldid, ndims)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer, intent(out) :: ndims
    end function
    !$AD ASKS
    integer function nf90_inq_compound_fieldoffset(ncid, xtype, fieldid, offset)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer, intent(out) :: offset
    end function
    !$AD ASKS
    integer function nf90_inq_compound_fieldtype(ncid, xtype, fieldid, field_typeid)
      import
      integer, intent(in) :: ncid, xtype, fieldid
      integer, intent(out) :: field_typeid
    end function
    !$AD ASKS
    integer function nf90_inq_compound_name(ncid, xtype, name)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf90_inq_compound_nfields(ncid, xtype, nfields)
      import
      integer, intent(in) :: ncid, xtype
      integer, intent(out) :: nfields
    end function
    !$AD ASKS
    integer function nf90_inq_compound_size(ncid, xtype, size)
      import
      integer, intent(in) :: ncid, xtype
      integer, intent(out) :: size
    end function
    !$AD ASKS
    integer function nf90_inq_dimid(ncid, name, dimid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: dimid
    end function
    !$AD ASKS
    integer function nf90_inq_dimids(ncid, ndims, dimids, include_parents)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: ndims, include_parents
      integer :: dimids(:)
    end function
    !$AD ASKS
    integer function nf90_inq_enum(ncid, xtype, name, base_nc_type, base_size, num_members)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
      integer, intent(out) :: base_nc_type, base_size, num_members
    end function
    !$AD ASKS
    integer function nf90_inq_enum_ident(ncid, xtype, value, idx)
      import
      integer, intent(in) :: ncid, xtype, value
      integer, intent(out) :: idx
    end function
    !$AD ASKS
    integer function nf90_inq_enum_member(ncid, xtype, idx, name, value)
      import
      integer, intent(in) :: ncid, xtype, idx, value
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf90_inq_format(ncid, format_type)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: format_type
    end function
    !$AD ASKS
    integer function nf90_inq_grp_full_ncid(ncid, full_name, grpid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: full_name
      integer, intent(out) :: grpid
    end function
    !$AD ASKS
    integer function nf90_inq_grp_ncid(ncid, name, grpid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: grpid
    end function
    !$AD ASKS
    integer function nf90_inq_grp_parent(ncid, parent_ncid)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: parent_ncid
    end function
    !$AD ASKS
    integer function nf90_inq_grpname(ncid, name)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf90_inq_grpname_full(ncid, len, name)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: len
      character(len=*), intent(out) :: name
    end function
    !$AD ASKS
    integer function nf90_inq_grpname_len(ncid, len)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: len
    end function
    !$AD ASKS
    integer function nf90_inq_grps(ncid, numgrps, ncids)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: numgrps
      integer :: ncids(:)
    end function
    !$AD ASKS
    character(len=80) function nf90_inq_libvers()
      import
    end function
    !$AD ASKS
    integer function nf90_inq_ncid(ncid, name, grp_ncid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: grp_ncid
    end function
    !$AD ASKS
    integer function nf90_inq_opaque(ncid, xtype, name, size)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
      integer, intent(out) :: size
    end function
    !$AD ASKS
    integer function nf90_inq_path(ncid, pathlen, path)
      import
      integer, intent(in) :: ncid
      integer, intent(inout) :: pathlen
      character(len=*), intent(inout) :: path
    end function
    !$AD ASKS
    integer function nf90_inq_type(ncid, xtype, name, size)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
      integer, intent(out) :: size
    end function
    !$AD ASKS
    integer function nf90_inq_typeids(ncid, ntypes, typeids)
      import
      integer, intent(in) :: ncid
      integer, optional, intent(out) :: ntypes
      integer, optional :: typeids(:)
    end function
    !$AD ASKS
    integer function nf90_inq_user_type(ncid, xtype, name, size, base_typeid, nfields, class)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
      integer, intent(out) :: size, base_typeid, nfields, class
    end function
    !$AD ASKS
    integer function nf90_inq_var_chunking(ncid, varid, contiguous, chunksizes)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: contiguous
      integer :: chunksizes(:)
    end function
    !$AD ASKS
    integer function nf90_inq_var_deflate(ncid, varid, shuffle, deflate, deflate_level)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: shuffle, deflate, deflate_level
    end function
    !$AD ASKS
    integer function nf90_inq_var_endian(ncid, varid, endian)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: endian
    end function
    !$AD ASKS
    integer function nf90_inq_var_filter(ncid, varid, filterid, nparams, params)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: filterid, nparams
      integer :: params(:)
    end function
    !$AD ASKS
    integer function nf90_inq_var_fletcher32(ncid, varid, fletcher32)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: fletcher32
    end function
    !$AD ASKS
    integer function nf90_inq_var_szip(ncid, varid, options_mask, pixels_per_block)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(out) :: options_mask, pixels_per_block
    end function
    !$AD ASKS
    integer function nf90_inq_varid(ncid, name, varid)
      import
      integer, intent(in) :: ncid
      character(len=*), intent(in) :: name
      integer, intent(out) :: varid
    end function
    !$AD ASKS
    integer function nf90_inq_varids(ncid, nvars, varids)
      import
      integer, intent(in) :: ncid
      integer, intent(out) :: nvars
      integer :: varids(:)
    end function
    !$AD ASKS
    integer function nf90_inq_vlen(ncid, xtype, name, datum_size, base_nc_type)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(out) :: name
      integer, intent(out) :: datum_size, base_nc_type
    end function
    !$AD ASKS
    integer function nf90_inquire(ncid, ndimensions, nvariables, nattributes, unlimiteddimid, formatnum)
      import
      integer, intent(in) :: ncid
      integer, optional, intent(out) :: ndimensions, nvariables, nattributes, unlimiteddimid, formatnum
    end function
    !$AD ASKS
    integer function nf90_inquire_attribute(ncid, varid, name, xtype, len, attnum)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      integer, optional, intent(out) :: xtype, len, attnum
    end function
    !$AD ASKS
    integer function nf90_inquire_dimension(ncid, dimid, name, len)
      import
      integer, intent(in) :: ncid, dimid
      character(len=*), optional, intent(out) :: name
      integer, optional, intent(out) :: len
    end function
    !$AD ASKS
    integer function nf90_inquire_variable(ncid, varid, name, xtype, ndims, dimids, natts, contiguous, chunksizes, &
      deflate_level, shuffle, fletcher32, endianness, cache_size, cache_nelems, cache_preemption)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), optional, intent(out) :: name
      integer, optional, intent(out) :: xtype, ndims, natts, deflate_level, endianness, cache_size, cache_nelems, &
        cache_preemption
      integer, optional :: dimids(:), chunksizes(:)
      logical, optional, intent(out) :: contiguous, shuffle, fletcher32
    end function
    integer function nf90_insert_array_compound(ncid, xtype, name, offset, field_typeid, ndims, dim_sizes)
      import
      integer, intent(in) :: ncid, xtype, offset, field_typeid, ndims, dim_sizes
      character(len=*), intent(in) :: name
    end function
    integer function nf90_insert_compound(ncid, xtype, name, offset, field_typeid)
      import
      integer, intent(in) :: ncid, xtype, offset, field_typeid
      character(len=*), intent(in) :: name
    end function
    integer function nf90_insert_enum(ncid, xtype, name, value)
      import
      integer, intent(in) :: ncid, xtype, value
      character(len=*), intent(in) :: name
    end function
    integer function nf90_open(path, mode, ncid, chunksize, cache_size, cache_nelems, cache_preemption, comm, info)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: mode
      integer, intent(out) :: ncid
      integer, optional, intent(inout) :: chunksize
      integer, optional, intent(in) :: cache_size, cache_nelems, comm, info
      real, optional, intent(in) :: cache_preemption
    end function
    integer function nf90_open_mp(path, mode, basepe, chunksizeint, ncid)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: mode, basepe, chunksizeint
      integer, intent(out) :: ncid
    end function
    integer function nf90_open_par(path, cmode, comm, info, ncid, cache_size, cache_nelems, cache_preemption)
      import
      character(len=*), intent(in) :: path
      integer, intent(in) :: cmode, comm, info
      integer, intent(out) :: ncid
      integer, optional, intent(in) :: cache_size, cache_nelems
      real, optional, intent(in) :: cache_preemption
    end function
    integer function nf90_put_att_any(ncid, varid, name, typeid, length, values)
      import
      integer, intent(in) :: ncid, varid, typeid, length
      character(len=*), intent(in) :: name, values
    end function
    integer function nf90_put_var_any(ncid, varid, values, start, count, stride, map)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: values
      integer, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    end function
    integer function nf90_redef(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf90_rename_att(ncid, varid, curname, newname)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: curname, newname
    end function
    integer function nf90_rename_dim(ncid, dimid, name)
      import
      integer, intent(in) :: ncid, dimid
      character(len=*), intent(in) :: name
    end function
    integer function nf90_rename_grp(grpid, name)
      import
      integer, intent(in) :: grpid
      character(len=*), intent(in) :: name
    end function
    integer function nf90_rename_var(ncid, varid, newname)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: newname
    end function
    integer function nf90_set_base_pe(ncid, pe)
      import
      integer, intent(in) :: ncid, pe
    end function
    integer function nf90_set_fill(ncid, fillmode, old_mode)
      import
      integer, intent(in) :: ncid, fillmode
      integer, intent(out) :: old_mode
    end function
    !$AD ASKS
    character(len=80) function nf90_strerror(ncerr)
      import
      integer, intent(in) :: ncerr
    end function
    integer function nf90_sync(ncid)
      import
      integer, intent(in) :: ncid
    end function
    integer function nf90_var_par_access(ncid, varid, access)
      import
      integer, intent(in) :: ncid, varid, access
    end function
  end interface

  ! One procedure for any type and rank.
  interface
    integer function nf90_put_var(ncid, varid, values, start, count, stride, map)
      import
      integer, intent(in) :: ncid, varid
      type(*), dimension(..), intent(in) :: values
      integer, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    end function
    integer function nf90_get_var(ncid, varid, values, start, count, stride, map)
      import
      integer, intent(in) :: ncid, varid
      type(*), dimension(..) :: values
      integer, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    end function
    integer function nf90_put_att(ncid, varid, name, values)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      type(*), dimension(..), intent(in) :: values
    end function
    integer function nf90_get_att(ncid, varid, name, values)
      import
      integer, intent(in) :: ncid, varid
      character(len=*), intent(in) :: name
      type(*), dimension(..) :: values
    end function
  end interface
  interface nf90_def_var
    integer function nf90_def_var_manydims(ncid, name, xtype, dimids, varid, contiguous, chunksizes, deflate_level, &
      shuffle, fletcher32, endianness, cache_size, cache_nelems, cache_preemption)
      import
      integer, intent(in) :: ncid, xtype, dimids(:)
      character(len=*), intent(in) :: name
      integer, intent(out) :: varid
      logical, optional, intent(in) :: contiguous, shuffle, fletcher32
      integer, optional, intent(in) :: chunksizes(:), deflate_level, endianness, cache_size, cache_nelems, cache_preemption
    end function
    integer function nf90_def_var_onedim(ncid, name, xtype, dimids, varid, contiguous, chunksizes, deflate_level, &
      shuffle, fletcher32, endianness, cache_size, cache_nelems, cache_preemption)
      import
      integer, intent(in) :: ncid, xtype, dimids
      character(len=*), intent(in) :: name
      integer, intent(out) :: varid
      logical, optional, intent(in) :: contiguous, shuffle, fletcher32
      integer, optional, intent(in) :: chunksizes, deflate_level, endianness, cache_size, cache_nelems, cache_preemption
    end function
    integer function nf90_def_var_scalar(ncid, name, xtype, varid)
      import
      integer, intent(in) :: ncid, xtype
      character(len=*), intent(in) :: name
      integer, intent(out) :: varid
    end function
  end interface
  interface nf90_def_var_fill
    integer function nf90_def_var_fill_eightbytereal(ncid, varid, no_fill, fill)
      import
      integer, intent(in) :: ncid, varid, no_fill
      real(kind=8), intent(in) :: fill
    end function
  end interface
  interface nf90_inq_var_fill
    !$AD ASKS
    integer function nf90_inq_var_fill_eightbytereal(ncid, varid, no_fill, fill)
      import
      integer, intent(in) :: ncid, varid
      integer, intent(inout) :: no_fill
      real(kind=8), intent(inout) :: fill
    end function
  end interface
end module netcdf
