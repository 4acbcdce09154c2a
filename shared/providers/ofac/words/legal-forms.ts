/**
 * Legal forms as they are written, by family, from ISO 20275 (the Entity Legal Forms list of GLEIF, CC0) and the usual
 * English, German, French and Russian names of foreign ones. The words of a phrase are separated by one space, without
 * diacritics. A form that is spelled with periods need not be listed separately: `s a r l` is read as `sarl`.
 */
export const legalForms: Readonly<Record<string, string>> = {
  private: `ltd|limited|ltda|limitada|sociedad limitada|sociedade limitada|sociedade por quotas|company limited|company ltd|co ltd|
    co limited|cia ltda|compania limitada|ltd co|limited company|private limited|private limited company|private ltd|pvt ltd|pvt limited|
    pte ltd|pte limited|pty ltd|pty limited|proprietary limited|pvt|pte|pty|sdn bhd|sendirian berhad|sdn|bhd|berhad|
    llc|limited liability company|limited liability co|ltd liability company|ltd liability co|company with limited liability|
    co limited liability company|co limited liability co|company limited liability company|fz llc|fzllc|free zone llc|free zone limited liability company|wll|with limited liability|
    gmbh|mbh|gesellschaft mit beschrankter haftung|gesellschaft mit beschraenkter haftung|gesellschaft mbh|gesmbh|
    ug|unternehmergesellschaft|ug haftungsbeschrankt|
    sarl|societe a responsabilite limitee|societe responsabilite limitee|eurl|sarlu|suarl|
    entreprise unipersonnelle a responsabilite limitee|
    srl|societa a responsabilita limitata|sociedad de responsabilidad limitada|societate cu raspundere limitata|
    sociedad comercial de responsabilidad limitada|soc de resp ltda|srls|s de rl|sdrl|
    s de rl de cv|srl de cv|sociedad de responsabilidad limitada de capital variable|s de rl mi|
    sociedade de responsabilidade limitada|lda|limitada unipessoal|eireli|eirl|
    empresa individual de responsabilidad limitada|empresa individual de responsabilidade limitada|
    spr de rl|spr de rl de cv|sociedad de produccion rural de responsabilidad limitada|
    ooo|obshchestvo s ogranichennoy otvetstvennostyu|obshchestvo s ogranichenoy otvetstvennostyu|
    obschestvo s ogranichennoy otvetstvennostyu|
    tov|tzov|tovarystvo z obmezhenoyu vidpovidalnistyu|tovaristvo z obmezhenoyu vidpovidalnistyu|
    too|tovarishchestvo s ogranichennoy otvetstvennostyu|odo|obshchestvo s dopolnitelnoy otvetstvennostyu|
    ood|eood|druzhestvo s ogranichena otgovornost|ednolichno druzhestvo s ogranichena otgovornost|
    doo|drustvo s ogranicenom odgovornoscu|drustvo sa ogranicenom odgovornoscu|drustvo za ogranicenom odgovornoscu|
    druzba z omejeno odgovornostjo|doo export import|dooel|
    drushtvo so ogranichena odgovornost|
    sro|spol s ro|spolecnost s rucenim omezenym|spolocnost s rucenim obmedzenym|
    sp z oo|spolka z oo|spzoo|spolka z ograniczona odpowiedzialnoscia|
    kft|korlatolt felelossegu tarsasag|oy|osakeyhtio|uab|uzdaroji akcine bendrove|sia|sabiedriba ar ierobezotu atbildibu|
    ou|osauhing|aps|anpartsselskab|ehf|einkahlutafelag|
    bv|besloten vennootschap|besloten vennootschap met beperkte aansprakelijkheid|bvba|sprl|
    societe privee a responsabilite limitee|epe|eteria periorismenis efthynis|
    limited sirketi|limited sti|ltd sti|ltd sirketi|limitet sirketi|sti|shpk|
    shoqeri me pergjegjesi te kufizuar|mchj|mmc|mehdud mesuliyyetli cemiyyet|ghk|godo kaisha|yk|yugen kaisha|yugen gaisha|
    cong ty tnhh|tnhh|cong ty trach nhiem huu han|youxian gongsi|youxian zeren gongsi`,
  public: `plc|public limited company|public limited co|public ltd co|public company limited|pcl|pt|perseroan terbatas|tbk|
    inc|incorporated|corp|corporation|incorporation|
    jsc|joint stock company|joint stock co|jt stk co|stock company|
    ojsc|open joint stock company|open jsc|cjsc|closed joint stock company|closed jsc|pjsc|public joint stock company|public jsc|
    private joint stock company|prjsc|pjs|psc|qsc|qpsc|ksc|kscc|saog|saoc|bsc|
    kuwaiti shareholding company|public shareholding company|private shareholding company|shareholding company|
    limited joint stock company|
    ao|aktsionernoe obshchestvo|aktsionernoye obshchestvo|aktsionerne tovarystvo|at|
    oao|otkrytoe aktsionernoe obshchestvo|otkrytoye aktsionernoye obshchestvo|
    zao|zakrytoe aktsionernoe obshchestvo|zakrytoye aktsionernoye obshchestvo|
    pao|publichnoe aktsionernoe obshchestvo|publichnoye aktsionernoye obshchestvo|
    nao|nepublichnoe aktsionernoe obshchestvo|nepublichnoye aktsionernoye obshchestvo|
    aoot|aozt|pat|prat|vat|zat|publichne aktsionerne tovarystvo|pryvatne aktsionerne tovarystvo|
    vidkryte aktsionerne tovarystvo|zakryte aktsionerne tovarystvo|
    ag|aktiengesellschaft|kgaa|kommanditgesellschaft auf aktien|
    sa|sociedad anonima|societe anonyme|sociedade anonima|societate pe actiuni|societa anonima|anonymi eteria|
    sau|sociedad anonima unipersonal|
    sa de cv|sociedad anonima de capital variable|sapi de cv|sociedad anonima promotora de inversion de capital variable|
    sab de cv|sociedad anonima bursatil de capital variable|sa cv|
    sac|sociedad anonima cerrada|saa|sociedad anonima abierta|
    sas|sociedad por acciones simplificada|societe par actions simplifiee|sasu|sas de cv|
    sal|societe anonyme libanaise|sal offshore|sal holding|offshore sal|holding sal|
    ca|compania anonima|spa|societa per azioni|sociedad por acciones|societe par actions|sarf|
    nv|naamloze vennootschap|ab|aktiebolag|oyj|julkinen osakeyhtio|as|aksjeselskap|aktieselskab|asa|allmennaksjeselskap|
    hf|hlutafelag|aktsiaselts|akciova spolecnost|akciova spolocnost|
    sp|spolka akcyjna|nyrt|zrt|rt|reszvenytarsasag|zartkoruen mukodo reszvenytarsasag|
    dd|dionicko drustvo|delniska druzba|ad|ead|aktsionerno druzhestvo|akcionarsko drustvo|ednolichno aktsionerno druzhestvo|
    anonim sirketi|anonim sirket|sha|shoqeri aksionere|asc|aciq sehmdar cemiyyeti|qsc|
    kk|kabushiki kaisha|kabushiki gaisha|gufen youxian gongsi|cong ty co phan|
    sherkat sahami khas|sherkat sahami am|sahami khas|sahami am`,
  partnership: `lp|limited partnership|llp|limited liability partnership|lllp|general partnership|
    kg|kommanditgesellschaft|ohg|offene handelsgesellschaft|gmbh co kg|gmbh and co kg|gmbh und co kg|co kg|and co kg|ag co kg|gbr|
    gesellschaft burgerlichen rechts|gesellschaft buergerlichen rechts|
    snc|societe en nom collectif|societa in nome collettivo|sociedad en nombre colectivo|
    scs|s en c|sociedad en comandita|sociedad en comandita simple|societe en commandite simple|cia scs|y cia s en c|
    s en cs|sca|societe en commandite par actions|sociedad en comandita por acciones|s en c por a|
    sc|sociedad colectiva|sociedad civil|s de h|sociedad de hecho|vof|vennootschap onder firma|cv|
    kd|komanditno drustvo|kt|bt|komandit sirketi|kollektif sirketi|ip|chp|individualnyy predprinimatel|
    eu|empresa unipersonal|sole proprietorship|fop`,
  zone: `fze|fzc|fzco|fzoe|free zone establishment|free zone company|free zone co|fz co|freezone company|free zone enterprise|
    dmcc|dwc llc|dwc|dmcc llc|dubai multi commodities centre|jlt|fzd`,
  company: `co|company|companies|cos|compania|compagnie|companhia|cia|cie|y cia|et cie|and co|and company|und co|und compagnie|
    hermanos y cia|sociedad|societe|gesellschaft|sirketi|sherkat|sherkate|sharikat|sharika|kompaniya|ve ticaret|
    kollektiv|firma|se|societas europaea`,
  branch: `branch|main branch|branch office|head office|sucursal|filial|filiale|niederlassung|zweigniederlassung|succursale`,
  state: `fgup|gup|mup|federal state unitary enterprise|federalnoe gosudarstvennoe unitarnoe predpriyatie|
    state unitary enterprise|unitary enterprise|unitarnoe predpriyatie|up|rup|republican unitary enterprise|
    respublikanskoe unitarnoe predpriyatie|chup|private unitary enterprise|state owned enterprise`,
};
