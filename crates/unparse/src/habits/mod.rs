//! How a file is written: what its author does by habit, read off the text, so that output looks like the input.
//!
//! Each habit is a majority over the file; where the file shows nothing, the default of its form holds. What the text tells
//! is counted here, what only the tree can tell in [`tree`]. A wrong guess changes looks, not meaning; but a file printed by
//! its habits must show the same habits again.

mod tree;

use il::{Decl, DeclKind, Input, Program, SourceForm};

/// The habits of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Habits {
    /// Columns per nesting level.
    pub indent: usize,
    /// Fortran: columns between a unit's first line and its statements.
    pub unit_indent: usize,
    /// Fortran: columns between a module's first line and its procedures.
    pub contains_indent: usize,
    /// Fortran: `.LT.` instead of `<`.
    pub dotted: bool,
    /// Fortran: `ENDDO` instead of `END DO`.
    pub enddo: bool,
    /// Fortran: `ENDIF` and `ELSEIF` instead of `END IF` and `ELSE IF`.
    pub endif: bool,
    /// Fortran: `GOTO` instead of `GO TO`.
    pub joined_goto: bool,
    /// Fortran: units end with `END` alone.
    pub bare_end: bool,
    /// Fortran: `1.0d0` instead of `1.d0`.
    pub zero_fraction: bool,
    /// Fortran: `(/ … /)` instead of `[…]`.
    pub slash_brackets: bool,
    /// Fortran: `a(i,j)` instead of `a(i, j)`.
    pub tight_commas: bool,
    /// Fortran: `a(i+1)` instead of `a(i + 1)`.
    pub tight_sums: bool,
    /// Fortran: `.not. x` instead of `.not.x`.
    pub blank_after_not: bool,
    /// Fortran: `a // b` instead of `a//b`.
    pub wide_concat: bool,
    /// Fortran: `call s()` instead of `call s`.
    pub empty_parens: bool,
    /// An empty line between units.
    pub blank_between_units: bool,
    /// Fortran: `type :: t` instead of `type t`.
    pub type_colons: bool,
    /// Fortran: `x=y` instead of `x = y`.
    pub tight_assign: bool,
    /// Fortran: `call s(a,b)` instead of `call s(a, b)`.
    pub tight_lists: bool,
    /// Fortran: `integer i,j` instead of `integer i, j`.
    pub tight_names: bool,
    /// Fortran: `do i = 1,n` instead of `do i = 1, n`.
    pub tight_bounds: bool,
    /// Fortran: `if(test)` instead of `if (test)`.
    pub tight_if: bool,
    /// Fortran: `a.LT.b` instead of `a .LT. b`.
    pub tight_relations: bool,
    /// Fortran: `f( x )` instead of `f(x)`.
    pub wide_calls: bool,
    /// Fortran: `a( i )` instead of `a(i)`.
    pub wide_subscripts: bool,
    /// Fortran: `( a + b )` instead of `(a + b)`.
    pub wide_groups: bool,
    /// Fixed form: what continuation lines start with, up to column 6.
    pub continuation: &'static str,
    /// Fixed form: the sign in column 1 of comments.
    pub comment_sign: char,
    /// C: `++i` instead of `i++`.
    pub prefix_increment: bool,
    /// C: `while (1)` instead of `for (;;)`.
    pub while_one: bool,
    /// C: braces around single statements.
    pub braces: bool,
    /// C: the brace of a function on a line of its own.
    pub function_brace_alone: bool,
    /// C: functions of the file are called before anything declares them. C++ takes such a text as part of a class only, in which nothing may be declared twice.
    pub calls_ahead: bool,
}

impl Habits {
    /// What a file that shows nothing does.
    pub fn default_for(form: SourceForm) -> Self {
        let fixed = form == SourceForm::Fixed;
        Habits {
            indent: if form == SourceForm::C { 4 } else { 2 },
            unit_indent: if fixed { 0 } else { 2 },
            contains_indent: if fixed { 0 } else { 2 },
            dotted: fixed,
            enddo: false,
            endif: false,
            joined_goto: true,
            bare_end: fixed,
            zero_fraction: false,
            slash_brackets: false,
            tight_commas: false,
            tight_sums: true,
            blank_after_not: true,
            wide_concat: false,
            empty_parens: true,
            blank_between_units: !fixed,
            type_colons: false,
            tight_assign: false,
            tight_lists: false,
            tight_names: false,
            tight_bounds: false,
            tight_if: false,
            tight_relations: false,
            wide_calls: false,
            wide_subscripts: false,
            wide_groups: false,
            continuation: CONTINUATIONS[0],
            comment_sign: 'C',
            prefix_increment: false,
            while_one: false,
            braces: false,
            function_brace_alone: true,
            calls_ahead: false,
        }
    }

    /// What an input shows.
    pub fn of_input(program: &Program, input: &Input) -> Self {
        let mut habits = Self::of_text(&program.sources[input.file].text, input.form);
        if input.form != SourceForm::C {
            habits.read_tree(program, input);
        }
        // The frontend has added the declaration.
        let is_ahead = |d: &Decl| match d.kind {
            DeclKind::Prototype(s) => d.span.file.is_none() && program.callee(s).is_some(),
            _ => false,
        };
        habits.calls_ahead =
            input.form == SourceForm::C && input.units.iter().any(|u| program.units[*u].decls.iter().any(is_ahead));
        habits
    }

    /// What the text of a file shows by itself.
    fn of_text(text: &str, form: SourceForm) -> Self {
        let mut habits = Self::default_for(form);
        match form {
            SourceForm::Fixed | SourceForm::Free => habits.read_fortran(text, form == SourceForm::Fixed),
            SourceForm::C => habits.read_c(text),
        }
        habits
    }

    fn read_fortran(&mut self, text: &str, fixed: bool) {
        let mut count = Counter::default();
        let mut signs = [0usize; 4];
        let mut continuations = [0usize; CONTINUATIONS.len()];
        let mut steps = Steps::default();
        let mut unit: Option<usize> = None;
        let mut internal = false;
        let mut module: Option<usize> = None;
        let mut ended = false;
        let mut goes_on = false;
        let mut contained = false;
        for line in text.lines() {
            if fixed {
                if let Some(k) = line.chars().next().and_then(|c| COMMENT_SIGNS.iter().position(|s| *s == c)) {
                    signs[k] += 1;
                    continue;
                }
                if line.len() > 6 && line.is_char_boundary(5) && !matches!(line.as_bytes()[5], b' ' | b'0') {
                    let sign = line.as_bytes()[5];
                    if let Some(k) = CONTINUATIONS.iter().position(|c| c.as_bytes()[5] == sign) {
                        continuations[k] += 1;
                    }
                    continue;
                }
            }
            let code = if fixed { line.get(6..).unwrap_or("") } else { line };
            let column = code.len() - code.trim_start().len();
            let low = code.trim().to_ascii_lowercase();
            if std::mem::take(&mut ended) {
                count.see("blank", low.is_empty());
                count.see("no blank", !low.is_empty());
            }
            ended = low == "end" || low.starts_with("end subroutine") || low.starts_with("end function");
            if low.is_empty() || low.starts_with(['!', '#', '&']) {
                continue;
            }
            // Continuation lines stand where they like, and the first line of a unit has a step of its own.
            if std::mem::replace(&mut goes_on, !fixed && code_of(&low).ends_with('&')) {
                continue;
            }
            match unit.take() {
                Some(start) => {
                    self.unit_indent = column.saturating_sub(start).min(8);
                    steps.restart(column);
                }
                // A label stands where the statement would.
                None if !fixed && low.starts_with(|c: char| c.is_ascii_digit()) => {}
                None => steps.see(column),
            }
            contained |= low == "contains" && module == Some(column);
            let is_end = low.starts_with("end");
            if !is_end && ["subroutine ", "function ", "program "].iter().any(|w| low.contains(w)) && !low.contains('=')
            {
                if let Some(start) = module.take_if(|_| contained) {
                    self.contains_indent = column.saturating_sub(start).min(8);
                    steps.restart(column);
                }
                // Only a first line that is complete tells where the next one stands.
                if !low.ends_with('&') && (!low.contains('(') || low.contains(')')) {
                    unit = Some(column);
                }
            } else if low.starts_with("module ") && !low.contains("procedure") {
                module = Some(column);
                contained = false;
            }
            count.see("enddo", low.starts_with("enddo"));
            count.see("end do", low.starts_with("end do"));
            count.see("endif", ["endif", "elseif"].iter().any(|w| low.starts_with(w)));
            count.see("end if", ["end if", "else if"].iter().any(|w| low.starts_with(w)));
            count.see("if(", ["if(", "else if(", "elseif("].iter().any(|w| low.starts_with(w)));
            count.see("if (", ["if (", "else if (", "elseif ("].iter().any(|w| low.starts_with(w)));
            count.see("goto", low.contains("goto"));
            count.see("go to", low.contains("go to"));
            count.see("end", low == "end");
            // Internal procedures end with their names whatever the others do: that is no choice.
            internal = low == "contains" || internal && low != "end";
            let names = ["end subroutine", "end function", "endsubroutine", "endfunction", "end program"];
            count.see("end name", !internal && names.iter().any(|w| low.starts_with(w)));
            count.see("type ::", low.starts_with("type ::") || low.starts_with("type::"));
            let other = ["type ::", "type is (", "type is(", "type ("].iter().any(|w| low.starts_with(w));
            count.see("type t", low.starts_with("type ") && !other);
            let d = |w: &str| low.match_indices(w).any(|(i, _)| low[..i].ends_with(|c: char| c.is_ascii_digit()));
            count.see("call s()", (low.starts_with("call ") || low.starts_with("subroutine ")) && low.ends_with("()"));
            count.see("call s", (low.starts_with("call ") || low.starts_with("subroutine ")) && !low.contains('('));
            count.see("1.0d0", d(".0d"));
            count.see("1.d0", d(".d"));
        }
        self.enddo = count.decide("enddo", "end do", self.enddo);
        self.endif = count.decide("endif", "end if", self.endif);
        self.tight_if = count.decide("if(", "if (", self.tight_if);
        self.joined_goto = count.decide("goto", "go to", self.joined_goto);
        self.bare_end = count.decide("end", "end name", self.bare_end);
        self.zero_fraction = count.decide("1.0d0", "1.d0", self.zero_fraction);
        self.empty_parens = count.decide("call s()", "call s", self.empty_parens);
        self.blank_between_units = count.decide("blank", "no blank", self.blank_between_units);
        self.type_colons = count.decide("type ::", "type t", self.type_colons);
        self.indent = steps.usual().or((self.unit_indent > 0).then_some(self.unit_indent)).unwrap_or(self.indent);
        if let Some((k, _)) = signs.iter().enumerate().filter(|(_, n)| **n > 0).max_by_key(|(k, n)| (**n, 4 - k)) {
            self.comment_sign = COMMENT_SIGNS[k];
        }
        let used = continuations.iter().enumerate().filter(|(_, n)| **n > 0);
        if let Some((k, _)) = used.max_by_key(|(k, n)| (**n, CONTINUATIONS.len() - k)) {
            self.continuation = CONTINUATIONS[k];
        }
    }

    fn read_c(&mut self, text: &str) {
        let mut count = Counter::default();
        let mut steps = Steps::default();
        let mut in_comment = false;
        let mut header = false;
        let mut ended = false;
        for line in text.lines() {
            let code = line.trim();
            if ended && code.is_empty() {
                count.see("blank", true);
                ended = false;
            }
            if in_comment || code.is_empty() || code.starts_with("//") || code.starts_with('#') {
                in_comment &= !code.contains("*/");
                continue;
            }
            in_comment = code.contains("/*") && !code.contains("*/");
            steps.see(line.len() - line.trim_start().len());
            let control = ["if (", "if(", "for (", "for(", "while (", "while("].iter().any(|w| code.starts_with(w));
            count.see("braces", control && code.ends_with('{'));
            count.see("no braces", control && (code.ends_with(')') || code.ends_with(';')));
            count.see("while (1)", ["while (1)", "while(1)"].iter().any(|w| code.contains(w)));
            count.see("for (;;)", ["for (;;)", "for(;;)", "for ( ;; )"].iter().any(|w| code.contains(w)));
            count.see("alone", line == "{");
            if std::mem::replace(&mut ended, line == "}") {
                count.see("no blank", true);
            }
            // The first line of a function may go on.
            let begins = !line.starts_with([' ', '\t', '}', '{']);
            let opened = line.matches('(').count() > line.matches(')').count();
            count.see("same", line.ends_with(") {") && (begins || header));
            header = if begins { opened } else { header && !line.ends_with([';', '{', '}']) };
            let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ']' | ')'));
            for (i, _) in code.match_indices("++").chain(code.match_indices("--")) {
                count.see("i++", word(code[..i].chars().next_back()));
                count.see("++i", word(code[i + 2..].chars().next()) && !word(code[..i].chars().next_back()));
            }
        }
        self.prefix_increment = count.decide("++i", "i++", self.prefix_increment);
        self.blank_between_units = count.decide("blank", "no blank", self.blank_between_units);
        self.while_one = count.decide("while (1)", "for (;;)", self.while_one);
        // A file that never leaves braces out puts them everywhere.
        self.braces = count.of("no braces") == 0 && count.of("braces") > 1;
        self.function_brace_alone = count.decide("alone", "same", self.function_brace_alone);
        self.indent = steps.usual().unwrap_or(self.indent);
    }
}

/// A line of free form without the comment at its end.
fn code_of(line: &str) -> &str {
    line.split('!').next().unwrap_or("").trim_end()
}

const COMMENT_SIGNS: [char; 4] = ['C', '*', 'c', '!'];

/// What continuation lines may start with. Of authors who count them with digits it takes the first.
const CONTINUATIONS: [&str; 10] =
    ["     +", "     &", "     $", "     *", "     1", "     >", "     #", "     .", "     -", "     x"];

/// How often each thing was seen.
#[derive(Default)]
struct Counter(Vec<(&'static str, usize)>);

impl Counter {
    fn see(&mut self, what: &'static str, seen: bool) {
        self.add(what, usize::from(seen));
    }

    fn add(&mut self, what: &'static str, times: usize) {
        match self.0.iter_mut().find(|(w, _)| *w == what) {
            Some((_, n)) => *n += times,
            None => self.0.push((what, times)),
        }
    }

    fn of(&self, what: &str) -> usize {
        self.0.iter().find(|(w, _)| *w == what).map_or(0, |(_, n)| *n)
    }

    fn decide(&self, yes: &str, no: &str, otherwise: bool) -> bool {
        let (yes, no) = (self.of(yes), self.of(no));
        if yes == no { otherwise } else { yes > no }
    }
}

/// By how much lines are indented more than those before them.
#[derive(Default)]
struct Steps {
    last: Option<usize>,
    counts: [usize; 9],
}

impl Steps {
    fn see(&mut self, column: usize) {
        if let Some(last) = self.last.replace(column)
            && (1..=8).contains(&(column.wrapping_sub(last)))
        {
            self.counts[column - last] += 1;
        }
    }

    /// A line whose step tells nothing.
    fn restart(&mut self, column: usize) {
        self.last = Some(column);
    }

    /// The most frequent step, the smaller one of two as frequent.
    fn usual(&self) -> Option<usize> {
        (1..=8).rev().filter(|k| self.counts[*k] > 0).max_by_key(|k| self.counts[*k])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fortran_habits() {
        let h = Habits::of_text(
            "*     text\n      IF (A.LT.B) THEN\n         X = 1.0D0\n      END IF\n      END\n",
            SourceForm::Fixed,
        );
        assert!(h.bare_end && h.zero_fraction && !h.endif);
        assert_eq!((h.comment_sign, h.indent), ('*', 3));
        let h = Habits::of_text(
            "      IF(A.LT.B) THEN\n        CALL S(X,\n     $         Y)\n      ENDIF\n      END\n",
            SourceForm::Fixed,
        );
        assert!(h.tight_if);
        assert_eq!(h.continuation, "     $");
        let h = Habits::of_text(
            "module m\ncontains\nsubroutine s(a)\n    if (a < 1.d0) then\n    endif\nend subroutine\nend module\n",
            SourceForm::Free,
        );
        assert!(!h.bare_end && !h.zero_fraction && h.endif);
        assert_eq!((h.indent, h.unit_indent, h.contains_indent), (4, 4, 0));
    }

    #[test]
    fn c_habits() {
        let h = Habits::of_text("void f(int n) {\n  for (int i = 0; i < n; ++i)\n    g(i);\n}\n", SourceForm::C);
        assert!(h.prefix_increment && !h.braces && !h.function_brace_alone);
        assert_eq!(h.indent, 2);
    }
}
