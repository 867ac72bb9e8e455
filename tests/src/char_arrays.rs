//! Strings that initialise arrays of characters, of locals and in structures: elements get their characters one by one where the list is taken apart.

use crate::checking;

const PROGRAM: &str = r#"#include <stddef.h>
#include <string.h>

#define UNITS "kg\n"

struct layer { const char *unit; double rho; char name[8]; wchar_t wide[3]; };
struct model { double g; struct layer top; struct { char code[2][3]; double w; } inner; };

static double stack(double x)
{
    struct layer m[2] = { { "m", x * x, "sand", L"ab" }, { .rho = x, .name = { "clay" } } };
    return m[0].rho * m[1].rho * (m[1].name[1] == 'l' && m[0].wide[1] == L'b' ? x : 1.0);
}

static double ops(double x)
{
    const char op[] = "+-*", *p;
    double y = x;
    for (p = op; *p; p++)
        switch (*p) {
        case '+': y = y + x * x; break;
        case '-': y = y - 0.5 * x; break;
        case '*': y = y * y; break;
        }
    return y;
}

double total(double x)
{
    char name[32] = "", unit[] = UNITS, tight[3] = "\"'\\", latin[] = "\xe9t";
    struct model m = { .g = x, .top = { UNITS, x * x, "sand", L"" }, .inner = { { "ab", "c" }, x } };
    struct layer all[2];
    double y = x * x;
    for (int i = 0; i < 2; i++) {
        char tag[6] = "run";
        tag[3] = (char)('0' + i);
        all[i] = (struct layer){ .rho = x * (i + 1) * (tag[3] == '1' ? x : 1.0), .name = "silt" };
        tag[0] = 'x';
        y *= all[i].rho * (tag[0] == 'x' ? x : 0.0);
    }
    if (y < 0.0) name[0] = 'n';
    y *= (double)(strlen(unit) + sizeof latin + (tight[2] == '\\') + (unsigned char)latin[0]);
    y *= m.inner.w * (m.inner.code[1][0] == 'c' ? m.top.rho : 1.0);
    if (name[0]) return 0.0;
    if (all[1].name[1] == 'i') y += stack(x);
    return y + m.g * m.top.rho + ops(x);
}
"#;

#[test]
fn arrays_of_characters_get_the_characters_of_their_strings() {
    if !checking::have_compilers() {
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let (program, inputs) = (write("char_arrays.c", PROGRAM), write("inputs.txt", "x = 1 .. 2\n"));
    let words = ["-head", "total(total)/(x)", "--inputs", &inputs, &program];
    if let Err(said) = checking::check(&checking::arguments(&words)) {
        panic!("{said}");
    }
}
