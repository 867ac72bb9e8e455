//! Comments, empty lines and directives around declarations and statements.

use crate::ast::Comment;
use il::{Directive, Sources, Span};

/// The text of comments, signs included; `$AD` directives are left out.
pub fn lines(comments: &[Comment]) -> Vec<String> {
    comments.iter().filter(|comment| directive(comment).is_none()).map(|comment| comment.text.clone()).collect()
}

/// What stands before something at `place`: its comments, with an empty text for each empty line before one of them or before it.
pub fn before(sources: &Sources, comments: &[Comment], place: Span) -> Vec<String> {
    let mut out = Vec::new();
    for comment in comments.iter().filter(|comment| directive(comment).is_none()) {
        out.extend(empty_line(sources, comment.span));
        out.push(comment.text.clone());
    }
    out.extend(empty_line(sources, place));
    out
}

/// An empty text if an empty line stands before `place`, unless a block or the file starts there.
fn empty_line(sources: &Sources, place: Span) -> Option<String> {
    let text = sources[place.file?].text.get(..place.start as usize)?;
    let rest = text.trim_end();
    let starts = rest.is_empty() || rest.ends_with('{');
    (!starts && text[rest.len()..].matches('\n').count() > 1).then(String::new)
}

/// The comments at the end of a line as one.
pub fn trailing(comments: &[Comment]) -> Option<String> {
    let all = lines(comments);
    (!all.is_empty()).then(|| all.join(" "))
}

/// The `$AD` directives among comments.
pub fn directives(comments: &[Comment]) -> Vec<Directive> {
    comments.iter().filter_map(directive).collect()
}

/// `//$AD NAME args` or `/* $AD NAME args */`, blanks before the dollar allowed.
fn directive(comment: &Comment) -> Option<Directive> {
    let text = comment.text.trim_start_matches(['/', '*']).trim_start();
    let body = text.strip_prefix("$AD").or_else(|| text.strip_prefix("$ad"))?;
    let body = body.trim_end_matches(['/', '*']).trim();
    let length = body.find(char::is_whitespace).unwrap_or(body.len());
    let (name, args) = body.split_at(length);
    Some(Directive { name: name.to_ascii_uppercase(), args: args.trim().to_string(), span: comment.span })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(text: &str) -> Comment {
        Comment { text: text.into(), span: Span::NONE }
    }

    #[test]
    fn directives_are_told_apart() {
        for (text, name, args) in [
            ("//$AD NOCHECKPOINT", "NOCHECKPOINT", ""),
            ("// $AD II-LOOP", "II-LOOP", ""),
            ("/* $AD BINOMIAL-CKP n+1 5 1 */", "BINOMIAL-CKP", "n+1 5 1"),
            ("/*$AD fp-loop \"z\"*/", "FP-LOOP", "\"z\""),
        ] {
            let found = directives(&[comment(text)]);
            assert_eq!((found[0].name.as_str(), found[0].args.as_str()), (name, args), "{text}");
            assert!(lines(&[comment(text)]).is_empty());
        }
        assert!(directives(&[comment("// $ADD"), comment("// AD")]).iter().all(|d| d.name == "D"));
    }
}
