import { compoundOf } from './compounds.ts';
import { type Piece, withFormsJoined } from './form-phrases.ts';

/**
 * The kind of a part of a name. `word` identifies the party; `trade` is a word that very many organizations share;
 * `form` is a legal form; `particle` is an article, a preposition or a title; `initial` is a single letter; `number`
 * consists of digits.
 */
export type PartKind = 'word' | 'trade' | 'form' | 'particle' | 'initial' | 'number';

export interface Part {
  readonly text: string;
  readonly kind: PartKind;
  /** The letters of a legal form, whose text is its family, or those of a compound. */
  readonly written?: string;
  /** Whether it is an East Asian given name with two syllables. */
  readonly isUnit?: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const particles = words(`
  al el ul ur ud as ad ash ar az ibn bin ben bint binti the of and und et for de del la las los le les da do dos das du der
  den van von y e i in
  mr mrs ms miss dr prof hon sir madam sheikh shaykh shaikh sheik haji hajji hajj alhaji mullah mulla maulvi mawlawi maulavi
  sayyid sayed syed seyed seyyed gen general col colonel capt captain maj major lt jr sr ustad mufti hujjat ayatollah`);

const trades = words(`
  bank trading trade traders general group grupo gruppe international intl global holding holdings industries industrial
  industry services service servicios enterprise enterprises export exports import imports shipping marine maritime
  transport transportation transportes logistics logistica management mgmt investment investments inversiones finance
  financial capital development construction construcciones constructora engineering eng technology technologies tech
  tecnologia systems solutions foundation fundacion organization organisation institute institut center centre centro
  charity charitable relief society association asociacion comercial commercial comercializadora comercio distribuidora
  exchange energy petroleum oil gas petrochemical electronics electric chemical chemicals steel metal metals mining food
  foods textile textiles pharmaceutical pharmaceuticals medical consulting consultants media communications telecom
  insurance real estate inmobiliaria properties motors auto travel tours hotel hotels restaurant restaurants security
  software retail marketing design fashion furniture plastics paper printing packaging machinery equipment materials
  supplies products production productions manufacturing factory agricola agropecuaria agro agriculture farm farms
  airlines air aviation airways lines line national company corporation office branch head main kompaniya torgovyy dom
  gruppa tsentr sanayi ticaret insaat nakliyat dis ve`);

/**
 * The parts of a normalized name in order: phrases of legal forms as one part, compounds of Arabic names as one word.
 * The name of a person has no legal form.
 */
export function partsOf(
  name: string,
  of: 'individual' | 'entity' | 'anybody',
  { lettersJoined = false, compounds = true } = {},
): readonly Part[] {
  const all = name.split(' ').filter(Boolean);
  const formed =
    of === 'individual' ? all.map((text) => ({ text, isForm: false, written: text })) : withFormsJoined(all);
  const pieces = lettersJoined ? withLettersJoined(formed) : formed;
  const parts: Part[] = [];
  for (let i = 0; i < pieces.length; ) {
    const { text, isForm, written, isRun } = pieces[i] as Run;
    const compound = isForm || !compounds ? undefined : compoundOf(pieces.slice(i, i + 3).map((piece) => piece.text));
    parts.push(
      compound
        ? { text: compound.text, kind: 'word', written: writtenOf(pieces.slice(i, i + compound.words)) }
        : isForm
          ? { text, kind: 'form', written }
          : { text, kind: isRun ? 'word' : kindOf(text) },
    );
    i += compound?.words ?? 1;
  }
  return parts;
}

const writtenOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

function kindOf(text: string): PartKind {
  if (/^\d+$/.test(text)) return 'number';
  if (text.length === 1) return 'initial';
  if (particles.has(text)) return 'particle';
  return trades.has(text) ? 'trade' : 'word';
}

/** A piece that may have been a run of single letters. */
interface Run extends Piece {
  readonly isRun?: boolean;
}

/** Each run of single letters as one word: `a`, `t`, `e`, `international` -> `ate`, `international`. */
function withLettersJoined(pieces: readonly Piece[]): readonly Run[] {
  const joined: Run[] = [];
  let inRun = false;
  for (const piece of pieces) {
    const isLetter = !piece.isForm && /^\p{L}$/u.test(piece.text);
    const before = joined.at(-1);
    if (isLetter && inRun && before)
      joined[joined.length - 1] = { ...before, text: before.text + piece.text, isRun: true };
    else joined.push(piece);
    inRun = isLetter;
  }
  return joined;
}
