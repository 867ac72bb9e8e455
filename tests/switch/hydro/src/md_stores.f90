module md_stores
    use mwd_types
    implicit none
contains
    !% Production store of a catchment: rain fills it, evaporation empties it.
    subroutine production(pn, en, cp, hp, pr)
        real(dp), intent(in) :: pn, en, cp
        real(dp), intent(inout) :: hp
        real(dp), intent(out) :: pr
        real(dp) :: ps, es
        ps = cp*(1 - hp*hp)*tanh(pn/cp)/(1 + hp*tanh(pn/cp))
        es = hp*cp*(2 - hp)*tanh(en/cp)/(1 + (1 - hp)*tanh(en/cp))
        hp = hp + (ps - es)/cp
        !$AD start-exclude
        if (hp > 2) print *, "the store runs over"
        !$AD end-exclude
        pr = max(0._dp, pn - ps)
    end subroutine production
end module md_stores
