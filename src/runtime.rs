//! The runtime library (the tape), shipped inside the program and written out on request.

use std::path::Path;

/// Name and text of each file.
pub const FILES: &[(&str, &str)] = &[
    ("adTape.h", include_str!("../runtime/adTape.h")),
    ("adStack.h", include_str!("../runtime/adStack.h")),
    ("adStack.c", include_str!("../runtime/adStack.c")),
    ("adBuffer.h", include_str!("../runtime/adBuffer.h")),
    ("adInline.h", include_str!("../runtime/adInline.h")),
    ("adBuffer.c", include_str!("../runtime/adBuffer.c")),
    ("adFortran.c", include_str!("../runtime/adFortran.c")),
    ("adTangent.c", include_str!("../runtime/adTangent.c")),
    ("adSpecial.h", include_str!("../runtime/adSpecial.h")),
    ("adSpecial.c", include_str!("../runtime/adSpecial.c")),
    ("adSpecial.f90", include_str!("../runtime/adSpecial.f90")),
    ("adBinomial.h", include_str!("../runtime/adBinomial.h")),
    ("adBinomial.c", include_str!("../runtime/adBinomial.c")),
    ("adMemory.h", include_str!("../runtime/adMemory.h")),
    ("adMemory.c", include_str!("../runtime/adMemory.c")),
];

/// Writes the headers alone: what reading a derivative takes.
pub fn write_headers(directory: &Path) -> std::io::Result<()> {
    let headers = FILES.iter().filter(|(name, _)| name.ends_with(".h"));
    headers.map(|(name, text)| std::fs::write(directory.join(name), text)).collect()
}
