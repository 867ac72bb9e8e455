! The names of HDF5, as `use hdf5` brings them, for rtapenade (src/stubs.rs). The words are those of mpi.f90.
module hdf5
  use iso_c_binding
  implicit none

  integer, parameter :: HADDR_T = 8, HID_T = 8, HSIZE_T = 8, HSSIZE_T = 8, OFF_T = 8, SIZE_T = 8, TIME_T = 8
  integer, parameter :: Fortran_REAL = 4, Fortran_DOUBLE = 8, Fortran_INTEGER = 4
  integer(kind=SIZE_T), protected :: OBJECT_NAMELEN_DEFAULT_F

  type :: hobj_ref_t_f
    integer(kind=HADDR_T) :: ref
  end type
  type :: hdset_reg_ref_t_f
    integer :: ref(1)
  end type
  type :: h5o_info_t
    integer :: fileno, type, rc
  end type
  type :: hvl_t
    integer(kind=SIZE_T) :: len
    type(c_ptr) :: p
  end type

  integer, protected :: H5_INDEX_CRT_ORDER_F, H5_INDEX_N_F, H5_INDEX_NAME_F, H5_INDEX_UNKNOWN_F, H5_INTEGER_KIND, &
    H5_ITER_DEC_F, H5_ITER_INC_F, H5_ITER_N_F, H5_ITER_NATIVE_F, H5_ITER_UNKNOWN_F, H5_REAL_KIND, H5_SZIP_EC_OM_F, &
    H5_SZIP_NN_OM_F, H5D_ALLOC_TIME_DEFAULT_F, H5D_ALLOC_TIME_EARLY_F, H5D_ALLOC_TIME_ERROR_F, H5D_ALLOC_TIME_INCR_F, &
    H5D_ALLOC_TIME_LATE_F, H5D_CHUNK_CACHE_W0_DFLT_F, H5D_CHUNKED_F, H5D_COMPACT_F, H5D_CONTIGUOUS_F, &
    H5D_FILL_TIME_ALLOC_F, H5D_FILL_TIME_ERROR_F, H5D_FILL_TIME_NEVER_F, H5D_FILL_VALUE_DEFAULT_F, &
    H5D_FILL_VALUE_ERROR_F, H5D_FILL_VALUE_UNDEFINED_F, H5D_FILL_VALUE_USER_DEFINED_F, H5D_MPIO_CHUNK_COLLECTIVE_F, &
    H5D_MPIO_CHUNK_INDEPENDENT_F, H5D_MPIO_CHUNK_MIXED_F, H5D_MPIO_CONTIG_COLLECTIVE_F, H5D_MPIO_NO_COLLECTIVE_F, &
    H5D_SPACE_STS_ALLOCATED_F, H5D_SPACE_STS_ERROR_F, H5D_SPACE_STS_NOT_ALLOCATED_F, H5D_SPACE_STS_PART_ALLOCATED_F, &
    H5D_VDS_ERROR_F, H5D_VDS_FIRST_MISSING_F, H5D_VDS_LAST_AVAILABLE_F, H5D_VIRTUAL_F, H5E_MAJOR_F, H5E_MINOR_F, &
    H5E_WALK_DOWNWARD_F, H5E_WALK_UPWARD_F, H5F_ACC_DEBUG_F, H5F_ACC_EXCL_F, H5F_ACC_RDONLY_F, H5F_ACC_RDWR_F, &
    H5F_ACC_TRUNC_F, H5F_CLOSE_DEFAULT_F, H5F_CLOSE_SEMI_F, H5F_CLOSE_STRONG_F, H5F_CLOSE_WEAK_F, &
    H5F_LIBVER_EARLIEST_F, H5F_LIBVER_ERROR_F, H5F_LIBVER_LATEST_F, H5F_LIBVER_NBOUNDS_F, H5F_LIBVER_V110_F, &
    H5F_LIBVER_V18_F, H5F_OBJ_ALL_F, H5F_OBJ_DATASET_F, H5F_OBJ_DATATYPE_F, H5F_OBJ_FILE_F, H5F_OBJ_GROUP_F, &
    H5F_SCOPE_GLOBAL_F, H5F_SCOPE_LOCAL_F, H5F_UNLIMITED_F, H5FD_MEM_BTREE_F, H5FD_MEM_DEFAULT_F, H5FD_MEM_DRAW_F, &
    H5FD_MEM_GHEAP_F, H5FD_MEM_LHEAP_F, H5FD_MEM_NOLIST_F, H5FD_MEM_NTYPES_F, H5FD_MEM_OHDR_F, H5FD_MEM_SUPER_F, &
    H5FD_MPIO_COLLECTIVE_F, H5FD_MPIO_INDEPENDENT_F, H5G_DATASET_F, H5G_GROUP_F, H5G_LINK_ERROR_F, H5G_LINK_F, &
    H5G_LINK_HARD_F, H5G_LINK_SOFT_F, H5G_SAME_LOC_F, H5G_STORAGE_TYPE_COMPACT_F, H5G_STORAGE_TYPE_DENSE_F, &
    H5G_STORAGE_TYPE_SYMBOL_TABLE_F, H5G_STORAGE_TYPE_UNKNOWN_F, H5G_TYPE_F, H5G_UDLINK_F, H5G_UNKNOWN_F, H5I_ATTR_F, &
    H5I_BADID_F, H5I_DATASET_F, H5I_DATASPACE_F, H5I_DATATYPE_F, H5I_ERROR_CLASS_F, H5I_ERROR_MSG_F, H5I_ERROR_STACK_F, &
    H5I_FILE_F, H5I_GENPROP_CLS_F, H5I_GENPROP_LST_F, H5I_GROUP_F, H5I_INVALID_HID_F, H5I_NTYPES_F, H5I_UNINIT_F, &
    H5I_VFL_F, H5L_LINK_CLASS_T_VERS_F, H5L_SAME_LOC_F, H5L_TYPE_ERROR_F, H5L_TYPE_EXTERNAL_F, H5L_TYPE_HARD_F, &
    H5L_TYPE_SOFT_F, H5O_COPY_ALL_F, H5O_COPY_EXPAND_EXT_LINK_F, H5O_COPY_EXPAND_REFERENCE_F, &
    H5O_COPY_EXPAND_SOFT_LINK_F, H5O_COPY_PRESERVE_NULL_FLAG_F, H5O_COPY_SHALLOW_HIERARCHY_F, &
    H5O_COPY_WITHOUT_ATTR_FLAG_F, H5O_HDR_ALL_FLAGS_F, H5O_HDR_ATTR_CRT_ORDER_INDEX_F, H5O_HDR_ATTR_CRT_ORDER_TRACK_F, &
    H5O_HDR_ATTR_STORE_PHASE_CHA_F, H5O_HDR_CHUNK0_SIZE_F, H5O_HDR_STORE_TIMES_F, H5O_INFO_ALL_F, H5O_INFO_BASIC_F, &
    H5O_INFO_HDR_F, H5O_INFO_META_SIZE_F, H5O_INFO_NUM_ATTRS_F, H5O_INFO_TIME_F, H5O_SHMESG_ALL_FLAG_F, &
    H5O_SHMESG_ATTR_FLAG_F, H5O_SHMESG_DTYPE_FLAG_F, H5O_SHMESG_FILL_FLAG_F, H5O_SHMESG_MAX_LIST_SIZE_F, &
    H5O_SHMESG_MAX_NINDEXES_F, H5O_SHMESG_NONE_FLAG_F, H5O_SHMESG_PLINE_FLAG_F, H5O_SHMESG_SDSPACE_FLAG_F, &
    H5O_TYPE_DATASET_F, H5O_TYPE_GROUP_F, H5O_TYPE_NAMED_DATATYPE_F, H5O_TYPE_NTYPES_F, H5O_TYPE_UNKNOWN_F, &
    H5P_CRT_ORDER_INDEXED_F, H5P_CRT_ORDER_TRACKED_F, H5R_DATASET_REGION_F, H5R_OBJECT_F, H5S_NULL_F, H5S_SCALAR_F, &
    H5S_SEL_ALL_F, H5S_SEL_ERROR_F, H5S_SEL_HYPERSLABS_F, H5S_SEL_NONE_F, H5S_SEL_POINTS_F, H5S_SELECT_AND_F, &
    H5S_SELECT_APPEND_F, H5S_SELECT_INVALID_F, H5S_SELECT_NOOP_F, H5S_SELECT_NOTA_F, H5S_SELECT_NOTB_F, &
    H5S_SELECT_OR_F, H5S_SELECT_PREPEND_F, H5S_SELECT_SET_F, H5S_SELECT_XOR_F, H5S_SIMPLE_F, H5T_ARRAY_F, &
    H5T_BITFIELD_F, H5T_COMPOUND_F, H5T_CSET_ASCII_F, H5T_CSET_UTF8_F, H5T_DIR_ASCEND_F, H5T_DIR_DESCEND_F, H5T_ENUM_F, &
    H5T_FLOAT_F, H5T_INTEGER_F, H5T_NO_CLASS_F, H5T_NORM_IMPLIED_F, H5T_NORM_MSBSET_F, H5T_NORM_NONE_F, H5T_OPAQUE_F, &
    H5T_ORDER_BE_F, H5T_ORDER_LE_F, H5T_ORDER_MIXED_F, H5T_ORDER_NONE_F, H5T_ORDER_VAX_F, H5T_PAD_BACKGROUND_F, &
    H5T_PAD_ERROR_F, H5T_PAD_ONE_F, H5T_PAD_ZERO_F, H5T_REFERENCE_F, H5T_SGN_2_F, H5T_SGN_ERROR_F, H5T_SGN_NONE_F, &
    H5T_STR_ERROR_F, H5T_STR_NULLPAD_F, H5T_STR_NULLTERM_F, H5T_STR_SPACEPAD_F, H5T_STRING_F, H5T_TIME_F, H5T_VLEN_F, &
    H5Z_DISABLE_EDC_F, H5Z_ENABLE_EDC_F, H5Z_ERROR_EDC_F, H5Z_FILTER_ALL_F, H5Z_FILTER_DECODE_ENABLED_F, &
    H5Z_FILTER_DEFLATE_F, H5Z_FILTER_ENCODE_ENABLED_F, H5Z_FILTER_ERROR_F, H5Z_FILTER_FLETCHER32_F, H5Z_FILTER_NBIT_F, &
    H5Z_FILTER_NONE_F, H5Z_FILTER_SCALEOFFSET_F, H5Z_FILTER_SHUFFLE_F, H5Z_FILTER_SZIP_F, H5Z_FLAG_OPTIONAL_F, &
    H5Z_NO_EDC_F, H5Z_SO_FLOAT_DSCALE_F, H5Z_SO_FLOAT_ESCALE_F, H5Z_SO_INT_F, H5Z_SO_INT_MINBITS_DEFAULT_F, PRINTOFF, &
    PRINTON, REF_REG_BUF_LEN
  integer(kind=HID_T), protected :: FLOATING_TYPES(1), H5D_CHUNK_CACHE_NBYTES_DFLT_F, H5D_CHUNK_CACHE_NSLOTS_DFLT_F, &
    H5E_DEFAULT_F, H5FD_CORE_F, H5FD_FAMILY_F, H5FD_LOG_F, H5FD_MPIO_F, H5FD_MULTI_F, H5FD_SEC2_F, H5FD_STDIO_F, &
    H5OPEN_NUM_OBJ, H5P_ATTRIBUTE_CREATE_F, H5P_DATASET_ACCESS_F, H5P_DATASET_CREATE_F, H5P_DATASET_XFER_F, &
    H5P_DATATYPE_ACCESS_F, H5P_DATATYPE_CREATE_F, H5P_DEFAULT_F, H5P_FILE_ACCESS_F, H5P_FILE_CREATE_F, &
    H5P_FILE_MOUNT_F, H5P_GROUP_ACCESS_F, H5P_GROUP_CREATE_F, H5P_LINK_ACCESS_F, H5P_LINK_CREATE_F, H5P_OBJECT_COPY_F, &
    H5P_OBJECT_CREATE_F, H5P_ROOT_F, H5P_STRING_CREATE_F, H5S_ALL_F, H5S_UNLIMITED_F, H5T_C_S1, H5T_FORTRAN_S1, &
    H5T_IEEE_F32BE, H5T_IEEE_F32LE, H5T_IEEE_F64BE, H5T_IEEE_F64LE, H5T_NATIVE_B16, H5T_NATIVE_B32, H5T_NATIVE_B64, &
    H5T_NATIVE_B8, H5T_NATIVE_CHARACTER, H5T_NATIVE_DOUBLE, H5T_NATIVE_FLOAT_128, H5T_NATIVE_INTEGER, &
    H5T_NATIVE_INTEGER_KIND(1), H5T_NATIVE_REAL, H5T_NATIVE_REAL_C_DOUBLE, H5T_NATIVE_REAL_C_FLOAT, &
    H5T_NATIVE_REAL_C_LONG_DOUBLE, H5T_STD_B16BE, H5T_STD_B16LE, H5T_STD_B32BE, H5T_STD_B32LE, H5T_STD_B64BE, &
    H5T_STD_B64LE, H5T_STD_B8BE, H5T_STD_B8LE, H5T_STD_I16BE, H5T_STD_I16LE, H5T_STD_I32BE, H5T_STD_I32LE, &
    H5T_STD_I64BE, H5T_STD_I64LE, H5T_STD_I8BE, H5T_STD_I8LE, H5T_STD_REF_DSETREG, H5T_STD_REF_OBJ, H5T_STD_U16BE, &
    H5T_STD_U16LE, H5T_STD_U32BE, H5T_STD_U32LE, H5T_STD_U64BE, H5T_STD_U64LE, H5T_STD_U8BE, H5T_STD_U8LE, H5T_STRING, &
    HADDR_UNDEF_F, INTEGER_TYPES(1), PREDEF_TYPES(1)

  interface
    subroutine h5aclose_f(attr_id, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5acreate_by_name_f(loc_id, obj_name, attr_name, type_id, space_id, attr, hdferr, acpl_id, aapl_id, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, type_id, space_id
      character(len=*), intent(in) :: obj_name, attr_name
      integer(kind=8), intent(out) :: attr
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: acpl_id, aapl_id, lapl_id
    end subroutine
    subroutine h5acreate_f(loc_id, name, type_id, space_id, attr_id, hdferr, acpl_id, aapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, type_id, space_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: attr_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: acpl_id, aapl_id
    end subroutine
    subroutine h5adelete_by_idx_f(loc_id, obj_name, idx_type, order, n, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: obj_name
      integer, intent(in) :: idx_type, order
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5adelete_by_name_f(loc_id, obj_name, attr_name, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: obj_name, attr_name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5adelete_f(obj_id, name, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5aexists_by_name_f(loc_id, obj_name, attr_name, attr_exists, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: obj_name, attr_name
      logical, intent(out) :: attr_exists
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    !$AD ASKS
    subroutine h5aexists_f(obj_id, attr_name, attr_exists, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(in) :: attr_name
      logical, intent(out) :: attr_exists
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aget_create_plist_f(attr_id, creation_prop_id, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id
      integer(kind=8), intent(out) :: creation_prop_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aget_info_by_idx_f(loc_id, obj_name, idx_type, order, n, f_corder_valid, corder, cset, data_size, &
      hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: obj_name
      integer, intent(in) :: idx_type, order
      logical, intent(out) :: f_corder_valid
      integer, intent(out) :: corder, cset, hdferr
      integer(kind=8), intent(out) :: data_size
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5aget_info_by_name_f(loc_id, obj_name, attr_name, f_corder_valid, corder, cset, data_size, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: obj_name, attr_name
      logical, intent(out) :: f_corder_valid
      integer, intent(out) :: corder, cset, hdferr
      integer(kind=8), intent(out) :: data_size
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5aget_info_f(attr_id, f_corder_valid, corder, cset, data_size, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id
      logical, intent(out) :: f_corder_valid
      integer, intent(out) :: corder, cset, hdferr
      integer(kind=8), intent(out) :: data_size
    end subroutine
    subroutine h5aget_name_by_idx_f(loc_id, obj_name, idx_type, order, n, name, hdferr, size, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: obj_name
      integer, intent(in) :: idx_type, order
      character(len=*), intent(out) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: size
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5aget_name_f(attr_id, size, buf, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id, size
      character(len=*), intent(inout) :: buf
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aget_num_attrs_f(obj_id, attr_num, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(out) :: attr_num, hdferr
    end subroutine
    subroutine h5aget_space_f(attr_id, space_id, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id
      integer(kind=8), intent(out) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aget_storage_size_f(attr_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aget_type_f(attr_id, type_id, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id
      integer(kind=8), intent(out) :: type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aopen_by_idx_f(loc_id, obj_name, idx_type, order, n, attr_id, hdferr, aapl_id, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: obj_name
      integer, intent(in) :: idx_type, order
      integer(kind=8), intent(out) :: attr_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: aapl_id, lapl_id
    end subroutine
    subroutine h5aopen_by_name_f(loc_id, obj_name, attr_name, attr_id, hdferr, aapl_id, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: obj_name, attr_name
      integer(kind=8), intent(out) :: attr_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: aapl_id, lapl_id
    end subroutine
    subroutine h5aopen_f(obj_id, attr_name, attr_id, hdferr, aapl_id)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(in) :: attr_name
      integer(kind=8), intent(out) :: attr_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: aapl_id
    end subroutine
    subroutine h5aopen_idx_f(obj_id, index, attr_id, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(in) :: index
      integer(kind=8), intent(out) :: attr_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aopen_name_f(obj_id, name, attr_id, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: attr_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5arename_by_name_f(loc_id, obj_name, old_attr_name, new_attr_name, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: obj_name, old_attr_name, new_attr_name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5arename_f(loc_id, old_attr_name, new_attr_name, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: old_attr_name, new_attr_name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5check_version_f(majnum, minnum, relnum, error)
      import
      integer, intent(in) :: majnum, minnum, relnum
      integer, intent(out) :: error
    end subroutine
    subroutine h5close_f(error)
      import
      integer, intent(out) :: error
    end subroutine
    subroutine h5dclose_f(dset_id, hdferr)
      import
      integer(kind=8), intent(in) :: dset_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dcreate_anon_f(loc_id, type_id, space_id, dset_id, hdferr, dcpl_id, dapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, type_id, space_id
      integer(kind=8), intent(out) :: dset_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: dcpl_id, dapl_id
    end subroutine
    subroutine h5dcreate_f(loc_id, name, type_id, space_id, dset_id, hdferr, dcpl_id, lcpl_id, dapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, type_id, space_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: dset_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: dcpl_id, lcpl_id, dapl_id
    end subroutine
    subroutine h5dget_access_plist_f(dset_id, plist_id, hdferr)
      import
      integer(kind=8), intent(in) :: dset_id
      integer(kind=8), intent(out) :: plist_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dget_create_plist_f(dataset_id, plist_id, hdferr)
      import
      integer(kind=8), intent(in) :: dataset_id
      integer(kind=8), intent(out) :: plist_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dget_offset_f(dset_id, offset, hdferr)
      import
      integer(kind=8), intent(in) :: dset_id
      integer(kind=8), intent(out) :: offset
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dget_space_f(dataset_id, dataspace_id, hdferr)
      import
      integer(kind=8), intent(in) :: dataset_id
      integer(kind=8), intent(out) :: dataspace_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dget_space_status_f(dset_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: dset_id
      integer, intent(out) :: flag, hdferr
    end subroutine
    subroutine h5dget_storage_size_f(dataset_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: dataset_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dget_type_f(dataset_id, datatype_id, hdferr)
      import
      integer(kind=8), intent(in) :: dataset_id
      integer(kind=8), intent(out) :: datatype_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dont_atexit_f(error)
      import
      integer, intent(out) :: error
    end subroutine
    subroutine h5dopen_f(loc_id, name, dset_id, hdferr, dapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: dset_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: dapl_id
    end subroutine
    subroutine h5dvlen_get_max_len_f(dataset_id, type_id, space_id, len, hdferr)
      import
      integer(kind=8), intent(in) :: dataset_id, type_id, space_id
      integer(kind=8), intent(out) :: len
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5dvlen_reclaim_f(type_id, space_id, plist_id, buf, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, space_id, plist_id
      type(c_ptr), intent(inout) :: buf
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5eclear_f(hdferr, estack_id)
      import
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: estack_id
    end subroutine
    subroutine h5eget_major_f(error_no, name, namelen, hdferr)
      import
      integer, intent(in) :: error_no
      character(len=*), intent(out) :: name
      integer(kind=8), intent(in) :: namelen
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5eget_minor_f(error_no, name, hdferr)
      import
      integer, intent(in) :: error_no
      character(len=*), intent(out) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5eprint_f(hdferr, name)
      import
      integer, intent(out) :: hdferr
      character(len=*), optional, intent(in) :: name
    end subroutine
    subroutine h5eset_auto_f(printflag, hdferr, estack_id, func, client_data)
      import
      integer, intent(in) :: printflag
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: estack_id
      type(c_funptr), optional, intent(in) :: func
      type(c_ptr), optional, intent(in) :: client_data
    end subroutine
    subroutine h5fclose_f(file_id, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fcreate_f(name, access_flags, file_id, hdferr, creation_prp, access_prp)
      import
      character(len=*), intent(in) :: name
      integer, intent(in) :: access_flags
      integer(kind=8), intent(out) :: file_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: creation_prp, access_prp
    end subroutine
    subroutine h5fflush_f(object_id, scope, hdferr)
      import
      integer(kind=8), intent(in) :: object_id
      integer, intent(in) :: scope
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_access_plist_f(file_id, access_id, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      integer(kind=8), intent(out) :: access_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_create_plist_f(file_id, prop_id, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      integer(kind=8), intent(out) :: prop_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_dset_no_attrs_hint_f(file_id, minimize, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      logical, intent(out) :: minimize
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_file_image_f(file_id, buf_ptr, buf_len, hdferr, buf_size)
      import
      integer(kind=8), intent(in) :: file_id, buf_len
      type(c_ptr), intent(inout) :: buf_ptr
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: buf_size
    end subroutine
    subroutine h5fget_filesize_f(file_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_freespace_f(file_id, free_space, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      integer(kind=8), intent(out) :: free_space
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_name_f(obj_id, buf, size, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(out) :: buf
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_obj_count_f(file_id, obj_type, obj_count, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      integer, intent(in) :: obj_type
      integer(kind=8), intent(out) :: obj_count
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fget_obj_ids_f(file_id, obj_type, max_objs, obj_ids, hdferr, num_objs)
      import
      integer(kind=8), intent(in) :: file_id, max_objs
      integer, intent(in) :: obj_type
      integer(kind=8) :: obj_ids(*)
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: num_objs
    end subroutine
    !$AD ASKS
    subroutine h5fis_hdf5_f(name, status, hdferr)
      import
      character(len=*), intent(in) :: name
      logical, intent(out) :: status
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fmount_f(loc_id, name, child_id, hdferr, access_prp)
      import
      integer(kind=8), intent(in) :: loc_id, child_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: access_prp
    end subroutine
    subroutine h5fopen_f(name, access_flags, file_id, hdferr, access_prp)
      import
      character(len=*), intent(in) :: name
      integer, intent(in) :: access_flags
      integer(kind=8), intent(out) :: file_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: access_prp
    end subroutine
    subroutine h5freopen_f(file_id, ret_file_id, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      integer(kind=8), intent(out) :: ret_file_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5fset_dset_no_attrs_hint_f(file_id, minimize, hdferr)
      import
      integer(kind=8), intent(in) :: file_id
      logical, intent(in) :: minimize
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5funmount_f(loc_id, name, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5garbage_collect_f(error)
      import
      integer, intent(out) :: error
    end subroutine
    subroutine h5gclose_f(grp_id, hdferr)
      import
      integer(kind=8), intent(in) :: grp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gcreate_anon_f(loc_id, grp_id, hdferr, gcpl_id, gapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      integer(kind=8), intent(out) :: grp_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: gcpl_id, gapl_id
    end subroutine
    subroutine h5gcreate_f(loc_id, name, grp_id, hdferr, size_hint, lcpl_id, gcpl_id, gapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: grp_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: size_hint, lcpl_id, gcpl_id, gapl_id
    end subroutine
    !$AD ASKS
    subroutine h5get_libversion_f(majnum, minnum, relnum, error)
      import
      integer, intent(out) :: majnum, minnum, relnum, error
    end subroutine
    subroutine h5gget_comment_f(loc_id, name, size, buffer, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id, size
      character(len=*), intent(in) :: name
      character(len=*), intent(out) :: buffer
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gget_create_plist_f(grp_id, gcpl_id, hdferr)
      import
      integer(kind=8), intent(in) :: grp_id
      integer(kind=8), intent(out) :: gcpl_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gget_info_by_idx_f(loc_id, group_name, index_type, order, n, storage_type, nlinks, max_corder, hdferr, &
      lapl_id, mounted)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: group_name
      integer, intent(in) :: index_type, order
      integer, intent(out) :: storage_type, nlinks, max_corder, hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
      logical, optional, intent(out) :: mounted
    end subroutine
    subroutine h5gget_info_by_name_f(loc_id, group_name, storage_type, nlinks, max_corder, hdferr, lapl_id, mounted)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: group_name
      integer, intent(out) :: storage_type, nlinks, max_corder, hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
      logical, optional, intent(out) :: mounted
    end subroutine
    subroutine h5gget_info_f(group_id, storage_type, nlinks, max_corder, hdferr, mounted)
      import
      integer(kind=8), intent(in) :: group_id
      integer, intent(out) :: storage_type, nlinks, max_corder, hdferr
      logical, optional, intent(out) :: mounted
    end subroutine
    subroutine h5gget_linkval_f(loc_id, name, size, buffer, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id, size
      character(len=*), intent(in) :: name
      character(len=*), intent(out) :: buffer
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gget_obj_info_idx_f(loc_id, name, idx, obj_name, obj_type, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer, intent(in) :: idx
      character(len=*), intent(out) :: obj_name
      integer, intent(out) :: obj_type, hdferr
    end subroutine
    subroutine h5glink2_f(cur_loc_id, cur_name, link_type, new_loc_id, new_name, hdferr)
      import
      integer(kind=8), intent(in) :: cur_loc_id, new_loc_id
      character(len=*), intent(in) :: cur_name, new_name
      integer, intent(in) :: link_type
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5glink_f(loc_id, link_type, current_name, new_name, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      integer, intent(in) :: link_type
      character(len=*), intent(in) :: current_name, new_name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gmove2_f(src_loc_id, src_name, dst_loc_id, dst_name, hdferr)
      import
      integer(kind=8), intent(in) :: src_loc_id, dst_loc_id
      character(len=*), intent(in) :: src_name, dst_name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gmove_f(loc_id, name, new_name, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name, new_name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gn_members_f(loc_id, name, nmembers, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: nmembers, hdferr
    end subroutine
    subroutine h5gopen_f(loc_id, name, grp_id, hdferr, gapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: grp_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: gapl_id
    end subroutine
    subroutine h5gset_comment_f(loc_id, name, comment, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name, comment
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5gunlink_f(loc_id, name, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5idec_ref_f(obj_id, ref_count, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(out) :: ref_count, hdferr
    end subroutine
    subroutine h5iget_file_id_f(obj_id, file_id, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer(kind=8), intent(out) :: file_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5iget_name_f(obj_id, buf, buf_size, name_size, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id, buf_size
      character(len=*), intent(out) :: buf
      integer(kind=8), intent(out) :: name_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5iget_ref_f(obj_id, ref_count, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(out) :: ref_count, hdferr
    end subroutine
    !$AD ASKS
    subroutine h5iget_type_f(obj_id, type, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(out) :: type, hdferr
    end subroutine
    subroutine h5iinc_ref_f(obj_id, ref_count, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(out) :: ref_count, hdferr
    end subroutine
    !$AD ASKS
    subroutine h5iis_valid_f(id, valid, hdferr)
      import
      integer(kind=8), intent(in) :: id
      logical, intent(out) :: valid
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5lcopy_f(src_loc_id, src_name, dest_loc_id, dest_name, hdferr, lcpl_id, lapl_id)
      import
      integer(kind=8), intent(in) :: src_loc_id, dest_loc_id
      character(len=*), intent(in) :: src_name, dest_name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lcpl_id, lapl_id
    end subroutine
    subroutine h5lcreate_external_f(file_name, obj_name, link_loc_id, link_name, hdferr, lcpl_id, lapl_id)
      import
      character(len=*), intent(in) :: file_name, obj_name, link_name
      integer(kind=8), intent(in) :: link_loc_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lcpl_id, lapl_id
    end subroutine
    subroutine h5lcreate_hard_f(obj_loc_id, obj_name, link_loc_id, link_name, hdferr, lcpl_id, lapl_id)
      import
      integer(kind=8), intent(in) :: obj_loc_id, link_loc_id
      character(len=*), intent(in) :: obj_name, link_name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lcpl_id, lapl_id
    end subroutine
    subroutine h5lcreate_soft_f(target_path, link_loc_id, link_name, hdferr, lcpl_id, lapl_id)
      import
      character(len=*), intent(in) :: target_path, link_name
      integer(kind=8), intent(in) :: link_loc_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lcpl_id, lapl_id
    end subroutine
    subroutine h5ldelete_by_idx_f(loc_id, group_name, index_field, order, n, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: group_name
      integer, intent(in) :: index_field, order
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5ldelete_f(loc_id, name, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    !$AD ASKS
    subroutine h5lexists_f(loc_id, name, link_exists, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      logical, intent(out) :: link_exists
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5lget_info_by_idx_f(loc_id, group_name, index_field, order, n, link_type, f_corder_valid, corder, cset, &
      address, val_size, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: group_name
      integer, intent(in) :: index_field, order
      integer, intent(out) :: link_type, corder, cset, hdferr
      logical, intent(out) :: f_corder_valid
      integer(kind=8), intent(out) :: address, val_size
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5lget_info_f(link_loc_id, link_name, cset, corder, f_corder_valid, link_type, address, val_size, &
      hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: link_loc_id
      character(len=*), intent(in) :: link_name
      integer, intent(out) :: cset, corder, link_type, hdferr
      logical, intent(out) :: f_corder_valid
      integer(kind=8), intent(out) :: address, val_size
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5lget_name_by_idx_f(loc_id, group_name, index_field, order, n, name, hdferr, size, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: group_name
      integer, intent(in) :: index_field, order
      character(len=*), intent(out) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: size
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5lis_registered_f(link_cls_id, registered, hdferr)
      import
      integer, intent(in) :: link_cls_id
      logical, intent(out) :: registered
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5literate_by_name_f(loc_id, group_name, index_type, order, idx, op, op_data, return_value, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: group_name
      integer, intent(in) :: index_type, order
      integer(kind=8), intent(inout) :: idx
      type(c_funptr), intent(in) :: op
      type(c_ptr), intent(in) :: op_data
      integer, intent(out) :: return_value, hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5literate_f(group_id, index_type, order, idx, op, op_data, return_value, hdferr)
      import
      integer(kind=8), intent(in) :: group_id
      integer, intent(in) :: index_type, order
      integer(kind=8), intent(inout) :: idx
      type(c_funptr), intent(in) :: op
      type(c_ptr), intent(in) :: op_data
      integer, intent(out) :: return_value, hdferr
    end subroutine
    subroutine h5lmove_f(src_loc_id, src_name, dest_loc_id, dest_name, hdferr, lcpl_id, lapl_id)
      import
      integer(kind=8), intent(in) :: src_loc_id, dest_loc_id
      character(len=*), intent(in) :: src_name, dest_name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lcpl_id, lapl_id
    end subroutine
    subroutine h5oclose_f(object_id, hdferr)
      import
      integer(kind=8), intent(in) :: object_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5ocopy_f(src_loc_id, src_name, dst_loc_id, dst_name, hdferr, ocpypl_id, lcpl_id)
      import
      integer(kind=8), intent(in) :: src_loc_id, dst_loc_id
      character(len=*), intent(in) :: src_name, dst_name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: ocpypl_id, lcpl_id
    end subroutine
    subroutine h5odecr_refcount_f(object_id, hdferr)
      import
      integer(kind=8), intent(in) :: object_id
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5oexists_by_name_f(loc_id, name, link_exists, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      logical, intent(out) :: link_exists
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5oget_comment_by_name_f(loc_id, name, comment, hdferr, bufsize, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      character(len=*), intent(out) :: comment
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: bufsize
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5oget_comment_f(obj_id, comment, hdferr, bufsize)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(out) :: comment
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: bufsize
    end subroutine
    subroutine h5oget_info_by_idx_f(loc_id, group_name, index_field, order, n, object_info, hdferr, lapl_id, fields)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: group_name
      integer, intent(in) :: index_field, order
      type(h5o_info_t), intent(out) :: object_info
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
      integer, optional, intent(in) :: fields
    end subroutine
    subroutine h5oget_info_by_name_f(loc_id, name, object_info, hdferr, lapl_id, fields)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      type(h5o_info_t), intent(out) :: object_info
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
      integer, optional, intent(in) :: fields
    end subroutine
    subroutine h5oget_info_f(object_id, object_info, hdferr, fields)
      import
      integer(kind=8), intent(in) :: object_id
      type(h5o_info_t), intent(out) :: object_info
      integer, intent(out) :: hdferr
      integer, optional, intent(in) :: fields
    end subroutine
    subroutine h5oincr_refcount_f(obj_id, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5olink_f(object_id, new_loc_id, new_link_name, hdferr, lcpl_id, lapl_id)
      import
      integer(kind=8), intent(in) :: object_id, new_loc_id
      character(len=*), intent(in) :: new_link_name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lcpl_id, lapl_id
    end subroutine
    subroutine h5oopen_by_addr_f(loc_id, addr, obj_id, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id, addr
      integer(kind=8), intent(out) :: obj_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5oopen_by_idx_f(loc_id, group_name, index_type, order, n, obj_id, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, n
      character(len=*), intent(in) :: group_name
      integer, intent(in) :: index_type, order
      integer(kind=8), intent(out) :: obj_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5oopen_f(loc_id, name, obj_id, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: obj_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5open_f(error)
      import
      integer, intent(out) :: error
    end subroutine
    subroutine h5oset_comment_by_name_f(loc_id, name, comment, hdferr, lapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name, comment
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
    end subroutine
    subroutine h5oset_comment_f(obj_id, comment, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(in) :: comment
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5ovisit_by_name_f(loc_id, object_name, index_type, order, op, op_data, return_value, hdferr, lapl_id, &
      fields)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: object_name
      integer, intent(in) :: index_type, order
      type(c_funptr) :: op
      type(c_ptr) :: op_data
      integer, intent(out) :: return_value, hdferr
      integer(kind=8), optional, intent(in) :: lapl_id
      integer, optional, intent(in) :: fields
    end subroutine
    subroutine h5ovisit_f(object_id, index_type, order, op, op_data, return_value, hdferr, fields)
      import
      integer(kind=8), intent(in) :: object_id
      integer, intent(in) :: index_type, order
      type(c_funptr) :: op
      type(c_ptr) :: op_data
      integer, intent(out) :: return_value, hdferr
      integer, optional, intent(in) :: fields
    end subroutine
    subroutine h5pall_filters_avail_f(prp_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pclose_class_f(class, hdferr)
      import
      integer(kind=8), intent(in) :: class
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pclose_f(prp_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pcopy_f(prp_id, new_prp_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: new_prp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pcopy_prop_f(dst_id, src_id, name, hdferr)
      import
      integer(kind=8), intent(in) :: dst_id, src_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pcreate_class_f(parent, name, class, hdferr, create, create_data, copy, copy_data, close, close_data)
      import
      integer(kind=8), intent(in) :: parent
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: class
      integer, intent(out) :: hdferr
      type(c_funptr), optional :: create, copy, close
      type(c_ptr), optional :: create_data, copy_data, close_data
    end subroutine
    subroutine h5pcreate_f(class, prp_id, hdferr)
      import
      integer(kind=8), intent(in) :: class
      integer(kind=8), intent(out) :: prp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pequal_f(plist1_id, plist2_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist1_id, plist2_id
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pexist_f(prp_id, name, flag, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      character(len=*), intent(in) :: name
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pfill_value_defined_f(plist_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(out) :: flag, hdferr
    end subroutine
    subroutine h5pget_alignment_f(prp_id, threshold, alignment, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: threshold, alignment
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_alloc_time_f(plist_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(out) :: flag, hdferr
    end subroutine
    subroutine h5pget_attr_creation_order_f(ocpl_id, crt_order_flags, hdferr)
      import
      integer(kind=8), intent(in) :: ocpl_id
      integer, intent(out) :: crt_order_flags, hdferr
    end subroutine
    subroutine h5pget_attr_phase_change_f(ocpl_id, max_compact, min_dense, hdferr)
      import
      integer(kind=8), intent(in) :: ocpl_id
      integer, intent(out) :: max_compact, min_dense, hdferr
    end subroutine
    subroutine h5pget_btree_ratios_f(prp_id, left, middle, right, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      real, intent(out) :: left, middle, right
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_buffer_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_cache_f(prp_id, mdc_nelmts, rdcc_nelmts, rdcc_nbytes, rdcc_w0, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: mdc_nelmts, hdferr
      integer(kind=8), intent(out) :: rdcc_nelmts, rdcc_nbytes
      real, intent(out) :: rdcc_w0
    end subroutine
    subroutine h5pget_char_encoding_f(plist_id, encoding, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(out) :: encoding, hdferr
    end subroutine
    subroutine h5pget_chunk_cache_f(dapl_id, rdcc_nslots, rdcc_nbytes, rdcc_w0, hdferr)
      import
      integer(kind=8), intent(in) :: dapl_id
      integer(kind=8), intent(out) :: rdcc_nslots, rdcc_nbytes
      real, intent(out) :: rdcc_w0
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_chunk_f(prp_id, ndims, dims, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: ndims
      integer(kind=8) :: dims(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_class_f(prp_id, classtype, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: classtype
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_class_name_f(prp_id, name, size, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      character(len=*), intent(out) :: name
      integer, intent(out) :: size, hdferr
    end subroutine
    subroutine h5pget_class_parent_f(prp_id, parent_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: parent_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_copy_object_f(ocp_plist_id, copy_options, hdferr)
      import
      integer(kind=8), intent(in) :: ocp_plist_id
      integer, intent(out) :: copy_options, hdferr
    end subroutine
    subroutine h5pget_create_inter_group_f(lcpl_id, crt_intermed_group, hdferr)
      import
      integer(kind=8), intent(in) :: lcpl_id
      integer, intent(in) :: crt_intermed_group
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_data_transform_f(plist_id, expression, hdferr, size)
      import
      integer(kind=8), intent(in) :: plist_id
      character(len=*), intent(out) :: expression
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: size
    end subroutine
    subroutine h5pget_driver_f(prp_id, driver, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: driver
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_dset_no_attrs_hint_f(dcpl_id, minimize, hdferr)
      import
      integer(kind=8), intent(in) :: dcpl_id
      logical, intent(out) :: minimize
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_edc_check_f(prp_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: flag, hdferr
    end subroutine
    subroutine h5pget_est_link_info_f(gcpl_id, est_num_entries, est_name_len, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id
      integer, intent(out) :: est_num_entries, est_name_len, hdferr
    end subroutine
    subroutine h5pget_external_count_f(prp_id, count, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: count, hdferr
    end subroutine
    subroutine h5pget_external_f(prp_id, idx, name_size, name, offset, bytes, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, name_size
      integer, intent(in) :: idx
      character(len=*), intent(out) :: name
      integer(kind=8), intent(out) :: offset, bytes
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_fapl_core_f(prp_id, increment, backing_store, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: increment
      logical, intent(out) :: backing_store
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_fapl_direct_f(fapl_id, alignment, block_size, cbuf_size, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      integer(kind=8), intent(out) :: alignment, block_size, cbuf_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_fapl_family_f(prp_id, memb_size, memb_plist, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: memb_size, memb_plist
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_fapl_multi_f(prp_id, memb_map, memb_fapl, memb_name, memb_addr, relax, hdferr, maxlen_out)
      import
      integer(kind=8), intent(in) :: prp_id
      integer :: memb_map(*)
      integer(kind=8) :: memb_fapl(*)
      character(len=*) :: memb_name(*)
      real :: memb_addr(*)
      logical, intent(out) :: relax
      integer, intent(out) :: hdferr
      integer, optional, intent(out) :: maxlen_out
    end subroutine
    subroutine h5pget_fclose_degree_f(fapl_id, degree, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      integer, intent(out) :: degree, hdferr
    end subroutine
    subroutine h5pget_file_image_f(fapl_id, buf_ptr, buf_len_ptr, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      type(c_ptr) :: buf_ptr(*)
      integer(kind=8), intent(out) :: buf_len_ptr
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_file_locking_f(fapl_id, use_file_locking, ignore_disabled_locks, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      logical, intent(out) :: use_file_locking, ignore_disabled_locks
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_fill_time_f(plist_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(out) :: flag, hdferr
    end subroutine
    subroutine h5pget_filter_by_id_f(prp_id, filter_id, flags, cd_nelmts, cd_values, namelen, name, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, namelen
      integer, intent(in) :: filter_id
      integer, intent(out) :: flags, hdferr
      integer(kind=8), intent(inout) :: cd_nelmts
      integer :: cd_values(*)
      character(len=*), intent(out) :: name
    end subroutine
    subroutine h5pget_filter_f(prp_id, filter_number, flags, cd_nelmts, cd_values, namelen, name, filter_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, namelen
      integer, intent(in) :: filter_number
      integer, intent(out) :: flags, filter_id, hdferr
      integer(kind=8), intent(inout) :: cd_nelmts
      integer :: cd_values(*)
      character(len=*), intent(out) :: name
    end subroutine
    subroutine h5pget_gc_references_f(prp_id, gc_reference, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: gc_reference, hdferr
    end subroutine
    subroutine h5pget_hyper_vector_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_istore_k_f(prp_id, ik, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: ik, hdferr
    end subroutine
    subroutine h5pget_layout_f(prp_id, layout, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: layout, hdferr
    end subroutine
    subroutine h5pget_libver_bounds_f(fapl_id, low, high, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      integer, intent(out) :: low, high, hdferr
    end subroutine
    subroutine h5pget_link_creation_order_f(gcpl_id, crt_order_flags, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id
      integer, intent(out) :: crt_order_flags, hdferr
    end subroutine
    subroutine h5pget_link_phase_change_f(gcpl_id, max_compact, min_dense, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id
      integer, intent(out) :: max_compact, min_dense, hdferr
    end subroutine
    subroutine h5pget_local_heap_size_hint_f(gcpl_id, size_hint, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id
      integer(kind=8), intent(out) :: size_hint
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_meta_block_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_nfilters_f(prp_id, nfilters, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: nfilters, hdferr
    end subroutine
    subroutine h5pget_nlinks_f(lapl_id, nlinks, hdferr)
      import
      integer(kind=8), intent(in) :: lapl_id
      integer(kind=8), intent(out) :: nlinks
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_nprops_f(prp_id, nprops, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: nprops
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_obj_track_times_f(plist_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_preserve_f(prp_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_sieve_buf_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_size_f(prp_id, name, size, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_sizes_f(prp_id, sizeof_addr, sizeof_size, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: sizeof_addr, sizeof_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_small_data_block_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_sym_k_f(prp_id, ik, lk, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: ik, lk, hdferr
    end subroutine
    subroutine h5pget_userblock_f(prp_id, block_size, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer(kind=8), intent(out) :: block_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_version_f(prp_id, boot, freelist, stab, shhdr, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer :: boot(:), freelist(:), stab(:), shhdr(:)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_virtual_count_f(dcpl_id, count, hdferr)
      import
      integer(kind=8), intent(in) :: dcpl_id
      integer(kind=8), intent(out) :: count
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_virtual_dsetname_f(dcpl_id, index, name, hdferr, name_len)
      import
      integer(kind=8), intent(in) :: dcpl_id, index
      character(len=*), intent(out) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional :: name_len
    end subroutine
    subroutine h5pget_virtual_filename_f(dcpl_id, index, name, hdferr, name_len)
      import
      integer(kind=8), intent(in) :: dcpl_id, index
      character(len=*), intent(out) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional :: name_len
    end subroutine
    subroutine h5pget_virtual_printf_gap_f(dapl_id, gap_size, hdferr)
      import
      integer(kind=8), intent(in) :: dapl_id
      integer(kind=8), intent(out) :: gap_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_virtual_srcspace_f(dcpl_id, index, ds_id, hdferr)
      import
      integer(kind=8), intent(in) :: dcpl_id, index
      integer(kind=8), intent(out) :: ds_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_virtual_view_f(dapl_id, view, hdferr)
      import
      integer(kind=8), intent(in) :: dapl_id
      integer, intent(inout) :: view
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_virtual_vspace_f(dcpl_id, index, ds_id, hdferr)
      import
      integer(kind=8), intent(in) :: dcpl_id, index
      integer(kind=8), intent(out) :: ds_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pisa_class_f(plist, pclass, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist, pclass
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pmodify_filter_f(prp_id, filter, flags, cd_nelmts, cd_values, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, cd_nelmts
      integer, intent(in) :: filter, flags, cd_values(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5premove_f(plid, name, hdferr)
      import
      integer(kind=8), intent(in) :: plid
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5premove_filter_f(prp_id, filter, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: filter
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_alignment_f(prp_id, threshold, alignment, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, threshold, alignment
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_alloc_time_f(plist_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(in) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_attr_creation_order_f(ocpl_id, crt_order_flags, hdferr)
      import
      integer(kind=8), intent(in) :: ocpl_id
      integer, intent(in) :: crt_order_flags
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_attr_phase_change_f(ocpl_id, max_compact, min_dense, hdferr)
      import
      integer(kind=8), intent(in) :: ocpl_id
      integer, intent(in) :: max_compact, min_dense
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_btree_ratios_f(prp_id, left, middle, right, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      real, intent(in) :: left, middle, right
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_buffer_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id, size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_cache_f(prp_id, mdc_nelmts, rdcc_nelmts, rdcc_nbytes, rdcc_w0, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, rdcc_nelmts, rdcc_nbytes
      integer, intent(in) :: mdc_nelmts
      real, intent(in) :: rdcc_w0
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_char_encoding_f(plist_id, encoding, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(in) :: encoding
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_chunk_cache_f(dapl_id, rdcc_nslots, rdcc_nbytes, rdcc_w0, hdferr)
      import
      integer(kind=8), intent(in) :: dapl_id, rdcc_nslots, rdcc_nbytes
      real, intent(in) :: rdcc_w0
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_chunk_f(prp_id, ndims, dims, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, dims(*)
      integer, intent(in) :: ndims
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_copy_object_f(ocp_plist_id, copy_options, hdferr)
      import
      integer(kind=8), intent(in) :: ocp_plist_id
      integer, intent(in) :: copy_options
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_create_inter_group_f(lcpl_id, crt_intermed_group, hdferr)
      import
      integer(kind=8), intent(in) :: lcpl_id
      integer, intent(in) :: crt_intermed_group
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_data_transform_f(plist_id, expression, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      character(len=*), intent(in) :: expression
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_deflate_f(prp_id, level, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: level
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_dset_no_attrs_hint_f(dcpl_id, minimize, hdferr)
      import
      integer(kind=8), intent(in) :: dcpl_id
      logical, intent(in) :: minimize
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_edc_check_f(prp_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_est_link_info_f(gcpl_id, est_num_entries, est_name_len, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id
      integer, intent(in) :: est_num_entries, est_name_len
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_external_f(prp_id, name, offset, bytes, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, offset, bytes
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_family_offset_f(prp_id, offset, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, offset
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_core_f(prp_id, increment, backing_store, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, increment
      logical, intent(in) :: backing_store
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_direct_f(fapl_id, alignment, block_size, cbuf_size, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id, alignment, block_size, cbuf_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_family_f(prp_id, memb_size, memb_plist, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, memb_size, memb_plist
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_sec2_f(prp_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_split_f(prp_id, meta_ext, meta_plist, raw_ext, raw_plist, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, meta_plist, raw_plist
      character(len=*), intent(in) :: meta_ext, raw_ext
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_stdio_f(prp_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fclose_degree_f(fapl_id, degree, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      integer, intent(in) :: degree
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_file_image_f(fapl_id, buf_ptr, buf_len, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id, buf_len
      type(c_ptr), intent(in) :: buf_ptr
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_file_locking_f(fapl_id, use_file_locking, ignore_disabled_locks, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      logical, intent(in) :: use_file_locking, ignore_disabled_locks
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fill_time_f(plist_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(in) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_filter_f(prp_id, filter, flags, cd_nelmts, cd_values, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, cd_nelmts
      integer, intent(in) :: filter, flags, cd_values(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fletcher32_f(prp_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_gc_references_f(prp_id, gc_reference, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: gc_reference
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_hyper_vector_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id, size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_istore_k_f(prp_id, ik, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: ik
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_layout_f(prp_id, layout, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: layout
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_libver_bounds_f(fapl_id, low, high, hdferr)
      import
      integer(kind=8), intent(in) :: fapl_id
      integer, intent(in) :: low, high
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_link_creation_order_f(gcpl_id, crt_order_flags, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id
      integer, intent(in) :: crt_order_flags
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_link_phase_change_f(gcpl_id, max_compact, min_dense, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id
      integer, intent(in) :: max_compact, min_dense
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_local_heap_size_hint_f(gcpl_id, size_hint, hdferr)
      import
      integer(kind=8), intent(in) :: gcpl_id, size_hint
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_meta_block_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id, size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_nbit_f(plist_id, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_nlinks_f(lapl_id, nlinks, hdferr)
      import
      integer(kind=8), intent(in) :: lapl_id, nlinks
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_obj_track_times_f(plist_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      logical, intent(in) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_preserve_f(prp_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      logical, intent(in) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_scaleoffset_f(plist_id, scale_type, scale_factor, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(in) :: scale_type, scale_factor
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_shared_mesg_index_f(fcpl_id, index_num, mesg_type_flags, min_mesg_size, hdferr)
      import
      integer(kind=8), intent(in) :: fcpl_id
      integer, intent(in) :: index_num, mesg_type_flags, min_mesg_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_shared_mesg_nindexes_f(plist_id, nindexes, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id
      integer, intent(in) :: nindexes
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_shuffle_f(prp_id, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_sieve_buf_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id, size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_sizes_f(prp_id, sizeof_addr, sizeof_size, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, sizeof_addr, sizeof_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_small_data_block_size_f(plist_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: plist_id, size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_sym_k_f(prp_id, ik, lk, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: ik, lk
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_szip_f(prp_id, options_mask, pixels_per_block, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: options_mask, pixels_per_block
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_userblock_f(prp_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_virtual_f(dcpl_id, vspace_id, src_file_name, src_dset_name, src_space_id, hdferr)
      import
      integer(kind=8), intent(in) :: dcpl_id, vspace_id, src_space_id
      character(len=*), intent(in) :: src_file_name, src_dset_name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_virtual_printf_gap_f(dapl_id, gap_size, hdferr)
      import
      integer(kind=8), intent(in) :: dapl_id, gap_size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_virtual_view_f(dapl_id, view, hdferr)
      import
      integer(kind=8), intent(in) :: dapl_id
      integer, intent(in) :: view
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5punregister_f(class, name, hdferr)
      import
      integer(kind=8), intent(in) :: class
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5rget_obj_type_f(loc_id, ref_type, ref, obj_type, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      integer, intent(in) :: ref_type
      type(c_ptr), intent(in) :: ref
      integer, intent(out) :: obj_type, hdferr
    end subroutine
    subroutine h5sclose_f(space_id, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5scopy_f(space_id, new_space_id, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8), intent(out) :: new_space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5screate_f(classtype, space_id, hdferr)
      import
      integer, intent(in) :: classtype
      integer(kind=8), intent(out) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5screate_simple_f(rank, dims, space_id, hdferr, maxdims)
      import
      integer, intent(in) :: rank
      integer(kind=8), intent(in) :: dims(*)
      integer(kind=8), intent(out) :: space_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: maxdims(*)
    end subroutine
    subroutine h5sdecode_f(buf, obj_id, hdferr)
      import
      character(len=*), intent(in) :: buf
      integer(kind=8), intent(out) :: obj_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sencode_f(obj_id, buf, nalloc, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(out) :: buf
      integer(kind=8), intent(inout) :: nalloc
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sextent_copy_f(dest_space_id, source_space_id, hdferr)
      import
      integer(kind=8), intent(in) :: dest_space_id, source_space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sextent_equal_f(space1_id, space2_id, equal, hdferr)
      import
      integer(kind=8), intent(in) :: space1_id, space2_id
      logical, intent(out) :: equal
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sget_regular_hyperslab_f(space_id, start, stride, count, block, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8) :: start(*), stride(*), count(*), block(*)
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5sget_select_bounds_f(space_id, start, end, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8) :: start(*), end(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sget_select_elem_npoints_f(space_id, num_points, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8), intent(out) :: num_points
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sget_select_elem_pointlist_f(space_id, startpoint, num_points, buf, hdferr)
      import
      integer(kind=8), intent(in) :: space_id, startpoint, num_points
      integer(kind=8) :: buf(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sget_select_hyper_blocklist_f(space_id, startblock, num_blocks, buf, hdferr)
      import
      integer(kind=8), intent(in) :: space_id, startblock, num_blocks
      integer(kind=8) :: buf(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sget_select_hyper_nblocks_f(space_id, num_blocks, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8), intent(out) :: num_blocks
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5sget_select_npoints_f(space_id, npoints, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8), intent(out) :: npoints
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sget_select_type_f(space_id, type, hdferr)
      import
      integer(kind=8), intent(inout) :: space_id
      integer, intent(out) :: type, hdferr
    end subroutine
    !$AD ASKS
    subroutine h5sget_simple_extent_dims_f(space_id, dims, maxdims, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8) :: dims(*), maxdims(*)
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5sget_simple_extent_ndims_f(space_id, rank, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer, intent(out) :: rank, hdferr
    end subroutine
    !$AD ASKS
    subroutine h5sget_simple_extent_npoints_f(space_id, npoints, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer(kind=8), intent(out) :: npoints
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5sget_simple_extent_type_f(space_id, classtype, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer, intent(out) :: classtype, hdferr
    end subroutine
    subroutine h5sis_regular_hyperslab_f(space_id, isregular, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      logical :: isregular
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5sis_simple_f(space_id, status, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      logical, intent(out) :: status
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5soffset_simple_f(space_id, offset, hdferr)
      import
      integer(kind=8), intent(in) :: space_id, offset(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sselect_all_f(space_id, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sselect_elements_f(space_id, operator, rank, num_elements, coord, hdferr)
      import
      integer(kind=8), intent(in) :: space_id, num_elements, coord(*)
      integer, intent(in) :: operator, rank
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sselect_hyperslab_f(space_id, operator, start, count, hdferr, stride, block)
      import
      integer(kind=8), intent(in) :: space_id, start(*), count(*)
      integer, intent(in) :: operator
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: stride(:), block(:)
    end subroutine
    subroutine h5sselect_none_f(space_id, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sselect_valid_f(space_id, status, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      logical, intent(out) :: status
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sset_extent_none_f(space_id, hdferr)
      import
      integer(kind=8), intent(in) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5sset_extent_simple_f(space_id, rank, current_size, maximum_size, hdferr)
      import
      integer(kind=8), intent(in) :: space_id, current_size(*), maximum_size(*)
      integer, intent(in) :: rank
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tarray_create_f(base_id, rank, dims, type_id, hdferr)
      import
      integer(kind=8), intent(in) :: base_id, dims(*)
      integer, intent(in) :: rank
      integer(kind=8), intent(out) :: type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tclose_f(type_id, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tcommit_anon_f(loc_id, dtype_id, hdferr, tcpl_id, tapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, dtype_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: tcpl_id, tapl_id
    end subroutine
    subroutine h5tcommit_f(loc_id, name, type_id, hdferr, lcpl_id, tcpl_id, tapl_id)
      import
      integer(kind=8), intent(in) :: loc_id, type_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: lcpl_id, tcpl_id, tapl_id
    end subroutine
    subroutine h5tcommitted_f(dtype_id, committed, hdferr)
      import
      integer(kind=8), intent(in) :: dtype_id
      logical, intent(out) :: committed
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tcompiler_conv_f(src_id, dst_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: src_id, dst_id
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tconvert_f(src_id, dst_id, nelmts, buf, hdferr, background, plist_id)
      import
      integer(kind=8), intent(in) :: src_id, dst_id, nelmts
      type(c_ptr), intent(inout) :: buf
      integer, intent(out) :: hdferr
      type(c_ptr), optional, intent(inout) :: background
      integer(kind=8), optional, intent(in) :: plist_id
    end subroutine
    subroutine h5tcopy_f(type_id, new_type_id, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: new_type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tcreate_f(class, size, type_id, hdferr)
      import
      integer, intent(in) :: class
      integer(kind=8), intent(in) :: size
      integer(kind=8), intent(out) :: type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tdecode_f(buf, obj_id, hdferr)
      import
      character(len=*), intent(in) :: buf
      integer(kind=8), intent(out) :: obj_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tencode_f(obj_id, buf, nalloc, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      character(len=*), intent(out) :: buf
      integer(kind=8), intent(inout) :: nalloc
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tenum_create_f(parent_id, new_type_id, hdferr)
      import
      integer(kind=8), intent(in) :: parent_id
      integer(kind=8), intent(out) :: new_type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tenum_nameof_f(type_id, value, namelen, name, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, namelen
      integer, intent(in) :: value
      character(len=*), intent(out) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tenum_valueof_f(type_id, name, value, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: value, hdferr
    end subroutine
    !$AD ASKS
    subroutine h5tequal_f(type1_id, type2_id, flag, hdferr)
      import
      integer(kind=8), intent(in) :: type1_id, type2_id
      logical, intent(out) :: flag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_array_dims_f(type_id, dims, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8) :: dims(*)
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_array_ndims_f(type_id, ndims, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: ndims, hdferr
    end subroutine
    !$AD ASKS
    subroutine h5tget_class_f(type_id, class, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: class, hdferr
    end subroutine
    subroutine h5tget_create_plist_f(dtype_id, dtpl_id, hdferr)
      import
      integer(kind=8), intent(in) :: dtype_id
      integer(kind=8), intent(out) :: dtpl_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_cset_f(type_id, cset, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: cset, hdferr
    end subroutine
    subroutine h5tget_ebias_f(type_id, ebias, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: ebias
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_fields_f(type_id, spos, epos, esize, mpos, msize, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: spos, epos, esize, mpos, msize
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_inpad_f(type_id, padtype, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: padtype, hdferr
    end subroutine
    subroutine h5tget_member_class_f(type_id, member_no, class, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: member_no
      integer, intent(out) :: class, hdferr
    end subroutine
    subroutine h5tget_member_index_f(type_id, name, index, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: index, hdferr
    end subroutine
    subroutine h5tget_member_name_f(type_id, index, member_name, namelen, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: index
      character(len=*), intent(out) :: member_name
      integer, intent(out) :: namelen, hdferr
    end subroutine
    subroutine h5tget_member_offset_f(type_id, member_no, offset, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: member_no
      integer(kind=8), intent(out) :: offset
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_member_type_f(type_id, field_idx, datatype, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: field_idx
      integer(kind=8), intent(out) :: datatype
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_member_value_f(type_id, member_no, value, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: member_no
      integer, intent(out) :: value, hdferr
    end subroutine
    subroutine h5tget_native_type_f(dtype_id, direction, native_dtype_id, hdferr)
      import
      integer(kind=8), intent(in) :: dtype_id
      integer, intent(in) :: direction
      integer(kind=8), intent(out) :: native_dtype_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_nmembers_f(type_id, num_members, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: num_members, hdferr
    end subroutine
    subroutine h5tget_norm_f(type_id, norm, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: norm, hdferr
    end subroutine
    subroutine h5tget_offset_f(type_id, offset, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: offset
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_order_f(type_id, order, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: order, hdferr
    end subroutine
    subroutine h5tget_pad_f(type_id, lsbpad, msbpad, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: lsbpad, msbpad, hdferr
    end subroutine
    subroutine h5tget_precision_f(type_id, precision, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: precision
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_sign_f(type_id, sign, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: sign, hdferr
    end subroutine
    !$AD ASKS
    subroutine h5tget_size_f(type_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_strpad_f(type_id, strpad, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: strpad, hdferr
    end subroutine
    subroutine h5tget_super_f(type_id, base_type_id, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: base_type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tget_tag_f(type_id, tag, taglen, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      character(len=*), intent(out) :: tag
      integer, intent(out) :: taglen, hdferr
    end subroutine
    subroutine h5tinsert_f(type_id, name, offset, field_id, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, offset, field_id
      character(len=*), intent(in) :: name
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tis_variable_str_f(type_id, status, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      logical, intent(out) :: status
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5topen_f(loc_id, name, type_id, hdferr, tapl_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer(kind=8), intent(out) :: type_id
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: tapl_id
    end subroutine
    subroutine h5tpack_f(type_id, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_cset_f(type_id, cset, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: cset
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_ebias_f(type_id, ebias, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, ebias
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_fields_f(type_id, spos, epos, esize, mpos, msize, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, spos, epos, esize, mpos, msize
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_inpad_f(type_id, padtype, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: padtype
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_norm_f(type_id, norm, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: norm
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_offset_f(type_id, offset, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, offset
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_order_f(type_id, order, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: order
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_pad_f(type_id, lsbpad, msbpad, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: lsbpad, msbpad
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_precision_f(type_id, precision, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, precision
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_sign_f(type_id, sign, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: sign
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_size_f(type_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: type_id, size
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_strpad_f(type_id, strpad, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer, intent(in) :: strpad
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tset_tag_f(type_id, tag, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      character(len=*), intent(in) :: tag
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5tvlen_create_f(type_id, vltype_id, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      integer(kind=8), intent(out) :: vltype_id
      integer, intent(out) :: hdferr
    end subroutine
    !$AD ASKS
    subroutine h5zfilter_avail_f(filter, status, hdferr)
      import
      integer, intent(in) :: filter
      logical, intent(out) :: status
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5zget_filter_info_f(filter, config_flags, hdferr)
      import
      integer, intent(in) :: filter
      integer, intent(out) :: config_flags, hdferr
    end subroutine
    subroutine h5zunregister_f(filter, hdferr)
      import
      integer, intent(in) :: filter
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_mpio_f(prp_id, comm, info, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: comm, info
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_fapl_mpio_f(prp_id, comm, info, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: comm, info
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_dxpl_mpio_f(prp_id, data_xfer_mode, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(in) :: data_xfer_mode
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pget_dxpl_mpio_f(prp_id, data_xfer_mode, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      integer, intent(out) :: data_xfer_mode
      integer, intent(out) :: hdferr
    end subroutine
  end interface

  interface h5aread_f
    subroutine h5aread_1(attr_id, mem_type_id, buf, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id, mem_type_id
      type(c_ptr), intent(inout) :: buf
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5aread_2(attr_id, memtype_id, buf, dims, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id, memtype_id, dims(*)
      type(*), dimension(..) :: buf
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface h5awrite_f
    subroutine h5awrite_1(attr_id, mem_type_id, buf, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id, mem_type_id
      type(c_ptr), intent(in) :: buf
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5awrite_2(attr_id, memtype_id, buf, dims, hdferr)
      import
      integer(kind=8), intent(in) :: attr_id, memtype_id, dims(*)
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5dextend_f(dataset_id, size, hdferr)
      import
      integer(kind=8), intent(in) :: dataset_id, size(*)
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5dfill_f(fill_value, space_id, buf, hdferr)
      import
      type(*), dimension(..), intent(in) :: fill_value
      type(*), dimension(..) :: buf
      integer(kind=8), intent(in) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface h5dread_f
    subroutine h5dread_1(dset_id, mem_type_id, buf, hdferr, mem_space_id, file_space_id, xfer_prp)
      import
      integer(kind=8), intent(in) :: dset_id, mem_type_id
      type(c_ptr), intent(inout) :: buf
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    end subroutine
    subroutine h5dread_2(dset_id, mem_type_id, buf, dims, hdferr, mem_space_id, file_space_id, xfer_prp)
      import
      integer(kind=8), intent(in) :: dset_id, mem_type_id, dims(*)
      type(*), dimension(..) :: buf
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    end subroutine
  end interface
  interface
    subroutine h5dread_vl_f(dset_id, mem_type_id, buf, dims, str_len, hdferr, mem_space_id, file_space_id, xfer_prp)
      import
      integer(kind=8), intent(in) :: dset_id, mem_type_id, dims(*)
      type(*), dimension(..) :: buf
      integer(kind=8) :: str_len(*)
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    end subroutine
  end interface
  interface h5dwrite_f
    subroutine h5dwrite_1(dset_id, mem_type_id, buf, hdferr, mem_space_id, file_space_id, xfer_prp)
      import
      integer(kind=8), intent(in) :: dset_id, mem_type_id
      type(c_ptr), intent(in) :: buf
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    end subroutine
    subroutine h5dwrite_2(dset_id, mem_type_id, buf, dims, hdferr, mem_space_id, file_space_id, xfer_prp)
      import
      integer(kind=8), intent(in) :: dset_id, mem_type_id, dims(*)
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    end subroutine
  end interface
  interface
    subroutine h5dwrite_vl_f(dset_id, mem_type_id, buf, dims, str_len, hdferr, mem_space_id, file_space_id, xfer_prp)
      import
      integer(kind=8), intent(in) :: dset_id, mem_type_id, dims(*), str_len(*)
      type(*), dimension(..), intent(in) :: buf
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    end subroutine
  end interface
  interface
    subroutine h5pget_f(prp_id, name, value, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      character(len=*), intent(in) :: name
      type(*), dimension(..) :: value
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5pget_fill_value_f(prp_id, type_id, fillvalue, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, type_id
      type(*), dimension(..) :: fillvalue
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5pinsert_f(plist, name, size, value, hdferr)
      import
      integer(kind=8), intent(in) :: plist, size
      character(len=*), intent(in) :: name
      type(*), dimension(..), intent(in) :: value
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5pregister_f(class, name, size, value, hdferr)
      import
      integer(kind=8), intent(in) :: class, size
      character(len=*), intent(in) :: name
      type(*), dimension(..), intent(in) :: value
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5pset_f(prp_id, name, value, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      character(len=*), intent(in) :: name
      type(*), dimension(..), intent(in) :: value
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface h5pset_fapl_multi_f
    subroutine h5pset_fapl_multi_1(prp_id, relax, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id
      logical, intent(in) :: relax
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5pset_fapl_multi_2(prp_id, memb_map, memb_fapl, memb_name, memb_addr, relax, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, memb_fapl(*)
      integer, intent(in) :: memb_map(*)
      character(len=*), intent(in) :: memb_name(*)
      real, intent(in) :: memb_addr(*)
      logical, intent(in) :: relax
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5pset_fill_value_f(prp_id, type_id, fillvalue, hdferr)
      import
      integer(kind=8), intent(in) :: prp_id, type_id
      type(*), dimension(..), intent(in) :: fillvalue
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface h5rcreate_f
    subroutine h5rcreate_1(loc_id, name, ref_type, ref, hdferr, space_id)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      integer, intent(in) :: ref_type
      type(c_ptr), intent(inout) :: ref
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(in) :: space_id
    end subroutine
    subroutine h5rcreate_2(loc_id, name, space_id, ref, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id, space_id
      character(len=*), intent(in) :: name
      type(hdset_reg_ref_t_f), intent(out) :: ref
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5rcreate_3(loc_id, name, ref, hdferr)
      import
      integer(kind=8), intent(in) :: loc_id
      character(len=*), intent(in) :: name
      type(hobj_ref_t_f), intent(inout) :: ref
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface h5rdereference_f
    subroutine h5rdereference_1(obj_id, ref_type, ref, ref_obj_id, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      integer, intent(in) :: ref_type
      type(c_ptr), intent(in) :: ref
      integer(kind=8), intent(out) :: ref_obj_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5rdereference_2(obj_id, ref, ref_obj_id, hdferr)
      import
      integer(kind=8), intent(in) :: obj_id
      type(hdset_reg_ref_t_f), intent(in) :: ref
      integer(kind=8), intent(out) :: ref_obj_id
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface h5rget_name_f
    subroutine h5rget_name_1(loc_id, ref_type, ref, name, hdferr, size)
      import
      integer(kind=8), intent(in) :: loc_id
      integer, intent(in) :: ref_type
      type(c_ptr), intent(in) :: ref
      character(len=*), intent(inout) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: size
    end subroutine
    subroutine h5rget_name_2(loc_id, ref, name, hdferr, size)
      import
      integer(kind=8), intent(in) :: loc_id
      type(hdset_reg_ref_t_f), intent(in) :: ref
      character(len=*), intent(inout) :: name
      integer, intent(out) :: hdferr
      integer(kind=8), optional, intent(out) :: size
    end subroutine
  end interface
  interface
    subroutine h5rget_object_type_f(dset_id, ref, obj_type, hdferr)
      import
      integer(kind=8), intent(in) :: dset_id
      type(hobj_ref_t_f), intent(in) :: ref
      integer, intent(out) :: obj_type, hdferr
    end subroutine
  end interface
  interface h5rget_region_f
    subroutine h5rget_region_1(dset_id, ref, space_id, hdferr)
      import
      integer(kind=8), intent(in) :: dset_id
      type(c_ptr), intent(in) :: ref
      integer(kind=8), intent(out) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
    subroutine h5rget_region_2(dset_id, ref, space_id, hdferr)
      import
      integer(kind=8), intent(in) :: dset_id
      type(hdset_reg_ref_t_f), intent(in) :: ref
      integer(kind=8), intent(out) :: space_id
      integer, intent(out) :: hdferr
    end subroutine
  end interface
  interface
    subroutine h5tenum_insert_f(type_id, name, value, hdferr)
      import
      integer(kind=8), intent(in) :: type_id
      character(len=*), intent(in) :: name
      type(*), dimension(..), intent(in) :: value
      integer, intent(out) :: hdferr
    end subroutine
  end interface
end module hdf5
