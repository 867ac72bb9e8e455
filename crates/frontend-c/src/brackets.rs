//! Brackets: which ones belong together, and how deep what they hold gets.

use crate::preprocessed::Token;
use crate::tokens::Tok;

/// The closing bracket of each opening one; the last token for those that stay open. Stray closing brackets have no partner.
pub fn partners(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut partner = vec![tokens.len(); tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let opening = match token.tok {
            Tok::LParen | Tok::LBracket => {
                open.push(at);
                continue;
            }
            Tok::LBrace => {
                // In parentheses a brace follows another bracket (`({`, `(type){`); anywhere else they were forgotten.
                let forgotten = at > 0 && !matches!(tokens[at - 1].tok, Tok::LParen | Tok::RParen | Tok::RBracket);
                while let Some(last) = open.pop_if(|last| forgotten && tokens[*last].tok != Tok::LBrace) {
                    partner[last] = at - 1;
                }
                open.push(at);
                continue;
            }
            Tok::RParen => Tok::LParen,
            Tok::RBracket => Tok::LBracket,
            Tok::RBrace => Tok::LBrace,
            _ => continue,
        };
        // A closing brace also closes the parentheses that were forgotten inside; other strays close nothing.
        let found = match opening {
            Tok::LBrace => open.iter().rposition(|at| tokens[*at].tok == Tok::LBrace),
            _ => open.len().checked_sub(1).filter(|last| tokens[open[*last]].tok == opening),
        };
        if let Some(found) = found {
            for inner in open.drain(found + 1..) {
                partner[inner] = at - 1;
            }
            if let Some(opener) = open.pop() {
                partner[opener] = at;
            }
        }
    }
    partner
}

/// A bound on how deep the tree of an expression or declaration gets: operators pending in the open brackets.
pub fn depth(tokens: &[Token<'_>]) -> usize {
    let mut pending = vec![0usize];
    let (mut sum, mut most) = (0, 0);
    for token in tokens {
        match token.tok {
            Tok::LParen | Tok::LBracket | Tok::LBrace => {
                pending.push(1);
                sum += 1;
            }
            Tok::RParen | Tok::RBracket | Tok::RBrace => {
                if pending.len() > 1 {
                    sum -= pending.pop().unwrap_or(0);
                }
                // Whatever follows a group hangs above it: `f(x)(y)`, `a[i][j]`, and casts in front of each other.
                sum += 1;
                *pending.last_mut().unwrap_or(&mut 0) += 1;
            }
            Tok::Comma | Tok::Semi => {
                if let Some(top) = pending.last_mut() {
                    sum -= *top;
                    *top = 0;
                }
            }
            Tok::Word(_) | Tok::Int(_) | Tok::Float(_) | Tok::Str(_) | Tok::Char(_) | Tok::Basic(_) | Tok::Qual(_) => {}
            _ => {
                sum += 1;
                *pending.last_mut().unwrap_or(&mut 0) += 1;
            }
        }
        most = most.max(sum);
    }
    most
}
