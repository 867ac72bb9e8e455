//! What `classify` makes of texts.

use frontend_fortran::ast::Form;
use frontend_fortran::ast::IoKind;
use frontend_fortran::classify::*;
use frontend_fortran::lines::Options;
use frontend_fortran::pieces::EndWord;
use frontend_fortran::statements::{NoIncludes, read};
use frontend_fortran::tokens::*;
use il::source::{SourceFile, Sources};

fn kind(form: Form, text: &str) -> Kind {
    let mut sources = Sources::default();
    let text = if form == Form::Fixed { format!("      {text}") } else { text.to_string() };
    let file = sources.add(SourceFile { path: String::new(), text });
    let read = read(&mut sources, file, form, &mut NoIncludes, &Options::default());
    let cooked = &read.list[0].cooked;
    classify(&Skeleton::new(cooked, form), &cooked.text, 0, true).kind
}

#[test]
fn keywords_are_not_reserved() {
    use Class::*;
    let class = Kind::Class;
    let table = [
        ("DO10I=1.5", class(Assign)),
        ("DO10I=1,5", class(Do)),
        ("DO 10 WHILE(X.LT.1)", class(Do)),
        ("IF(3)=2", class(Assign)),
        ("IF(A)X=1", Kind::Nested { outer: Outer::If, rest: 5 }),
        ("IF(A)10,20,30", class(ArithmeticIf)),
        ("IF(A)THEN", class(IfThen)),
        ("IF(A)THEN=1", Kind::Nested { outer: Outer::If, rest: 5 }),
        ("DOUBLEPRECISIONX", class(TypeDeclOld)),
        ("ENDDO", class(End(EndWord::Do))),
        ("END DO = 3", class(Assign)),
        ("GOTO10", class(Goto)),
        ("REALFUNCTIONF(X)", class(Header)),
        ("REAL*8FUNCTIONF(X)", class(Header)),
        ("CHARACTER*(*)FUNCTIONF(X)", class(Header)),
        ("SUBROUTINEFOO", class(Header)),
        ("CALLFOO", class(Call)),
        ("ELSEIF(A)THEN", class(ElseIf)),
        ("REAL*8D1,D2", class(TypeDeclOld)),
        ("REAL A(10)", class(TypeDeclOld)),
        ("A(I)%B=','", class(Assign)),
        ("FORMAT(1X,A)", Kind::Format),
        ("ASSIGN10TOX", class(AssignLabel)),
        ("READ(5,*)X", class(IoParen(IoKind::Read))),
        ("PRINT*,X", class(IoList(IoKind::Print))),
        ("FROBNICATE X", Kind::Unknown),
        ("TYPEISH", class(TypeDef)),
        ("X=Y.EQ.Z", class(Assign)),
    ];
    for (text, expected) in table {
        assert_eq!(kind(Form::Fixed, text), expected, "{text}");
    }
}

#[test]
fn free_form_has_words() {
    use Class::*;
    let class = Kind::Class;
    let table = [
        ("use m, a => b", class(Use)),
        ("real :: x = 1, y = 2", class(TypeDecl)),
        ("a(i)%b = ','", class(Assign)),
        ("if(a)x=1", Kind::Nested { outer: Outer::If, rest: 5 }),
        ("p => q", class(PointerAssign)),
        ("procedure a => b", class(Procedure)),
        ("do i = 1, 10", class(Do)),
        ("do", class(Do)),
        ("doit = 1", class(Assign)),
        ("end subroutine foo", class(End(EndWord::Subroutine))),
        ("endsubroutine", class(End(EndWord::Subroutine))),
        ("end", class(End(EndWord::Plain))),
        ("pure real(dp) function f(x) result(y)", class(Header)),
        ("type(t) function f()", class(Header)),
        ("type(t), intent(in) :: x", class(TypeDecl)),
        ("type, extends(a) :: b", class(TypeDef)),
        ("type is (real)", class(TypeIs)),
        ("where (m) a = b", Kind::Nested { outer: Outer::Where, rest: 9 }),
        ("where (m)", class(Where)),
        ("else where", class(ElseWhere)),
        ("module procedure a, b", class(ModuleProcedure)),
        ("module functional", class(Module)),
        ("module function f(x)", class(Header)),
        ("x = a == b", class(Assign)),
        ("interface operator(==)", class(Interface(false))),
        ("realx", Kind::Unknown),
    ];
    for (text, expected) in table {
        assert_eq!(kind(Form::Free, text), expected, "{text}");
    }
}
