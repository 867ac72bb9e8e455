//! Data-flow analyses over IL
