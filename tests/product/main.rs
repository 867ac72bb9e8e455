//! What users are told and what they are given, tested as a product.
//!
//! ```text
//! pages     the pages: their blocks and links        followed   every command that a page shows is run, from the place it says
//! options   docs/options.md names every option       book       links lead somewhere, the book has every page
//! released  versions, the wheel, packages, installation        switch   projects of users of Tapenade, built as they are
//! ```

mod book;
mod followed;
mod options;
mod pages;
mod released;
mod switch;
