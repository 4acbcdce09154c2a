import { lowerCase, upperCase, withoutInvisible, withoutSpaces, withPlainDashes } from '../letters.ts';
import { isCnpj, isCpf } from './brazilian-numbers.ts';

export const pixKeyKinds = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyKind = (typeof pixKeyKinds)[number];

const SHAPES: Readonly<Record<PixKeyKind, string>> = {
  cpf: '[0-9]{11}',
  // Letters have been issued since 2026. The check digits are still digits.
  cnpj: '[0-9A-Z]{12}[0-9]{2}',
  // 77 characters: the directory's limit.
  email: "(?=.{3,77}$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\\.[a-z0-9-]+)+",
  // An area code without zeros, then the eight digits of a landline or the nine digits of a mobile number.
  phone: '\\+55[1-9]{2}(?!0+$)[0-9]{8,9}',
  random: '(?![0-]+$)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
};

const KINDS = pixKeyKinds.map((kind) => ({ kind, shape: new RegExp(`^${SHAPES[kind]}$`) }));

/** Anchored pattern of every kind of normalized key. */
export const pixKeyPattern = `^(?:${Object.values(SHAPES).join('|')})$`;

/** The kind of a normalized key. Check digits are not verified. */
export function pixKeyKind(key: string): PixKeyKind | undefined {
  return KINDS.find(({ shape }) => shape.test(key))?.kind;
}

/** Whether the check digits are correct, for the kinds that have them. */
export function hasValidPixCheckDigits(key: string): boolean {
  const kind = pixKeyKind(key);
  if (kind === 'cpf') return isCpf(key);
  return kind === 'cnpj' ? isCnpj(key) : true;
}

/**
 * Eleven digits that are a mobile number unless they are a CPF: an area code in use (Anatel, Plano Geral de Códigos
 * Nacionais), then a nine. One in a hundred such numbers has the check digits of a CPF.
 */
const MOBILE = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])9[0-9]{8}$/;

/**
 * Whether the digits of a CPF could also be a mobile number, so that only punctuation or `pixKeyType` distinguishes
 * them.
 */
export function couldBeMobile(cpf: string): boolean {
  return MOBILE.test(cpf);
}

/**
 * How each kind is written, without spaces. Punctuation is accepted only in the positions of that kind, so that no key
 * can be read as another kind: in a CPF after the third, sixth and ninth digit, in a phone number after the area code
 * and before the last four digits.
 */
const WRITTEN = {
  cpf: /^(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})$/,
  cnpj: /^([0-9A-Z]{2})\.?([0-9A-Z]{3})\.?([0-9A-Z]{3})\/?([0-9A-Z]{4})-?(\d{2})$/,
  phone: /^(?:\+?55[.-]?)?(?:\(([1-9]{2})\)|([1-9]{2}))[.-]?(\d{4,5})[.-]?(\d{4})$/,
};

function joined(written: RegExp, text: string): string | undefined {
  return written.exec(text)?.slice(1).join('');
}

/** Each one reads a text as a key of its kind and writes it in the form of the directory. */
const READERS: Readonly<Record<PixKeyKind, (text: string) => string | undefined>> = {
  cpf: (text) => joined(WRITTEN.cpf, compact(text)),
  cnpj: (text) => joined(WRITTEN.cnpj, upperCase(compact(text))),
  // A space or another dash within an address is a mistake, and joining its parts could name someone else.
  email: (text) => (text.includes('@') ? lowerCase(text.trim()) : undefined),
  phone: (text) => {
    const national = joined(WRITTEN.phone, compact(text));
    return national && `+55${national}`;
  },
  random: (text) => {
    const key = lowerCase(compact(text));
    return pixKeyKind(key) === 'random' ? key : undefined;
  },
};

function compact(text: string): string {
  return withPlainDashes(withoutSpaces(text));
}

/** The kind whose punctuation a text has. Eleven bare digits count as a CPF, subject to `couldBeMobile`. */
function kindAsWritten(text: string): PixKeyKind | undefined {
  if (READERS.phone(text) && /[+().-]/.test(compact(text))) return 'phone';
  return (['email', 'random', 'cpf', 'cnpj'] as const).find((kind) => READERS[kind](text));
}

function isKind(text: string | undefined): text is PixKeyKind {
  return pixKeyKinds.some((kind) => kind === text);
}

/**
 * The key as the directory writes it: `529.982.247-25` and `(11) 91234-5678` become `52998224725` and `+5511912345678`;
 * email addresses and random keys are lower-case. A text that is not a key of its kind is returned unchanged, and the
 * pattern refuses it.
 * @param named the kind that the caller names
 */
export function normalizePixKey(given: string, named?: string): string {
  const text = withoutInvisible(given);
  const kind = isKind(named) ? named : kindAsWritten(text);
  return (kind && READERS[kind](text)) ?? text.trim();
}

/**
 * The kind if only the punctuation shows it and the stored key does not: a CPF whose digits could be a mobile number.
 */
export function kindToStore(given: string): PixKeyKind | undefined {
  const key = normalizePixKey(given);
  const isPunctuated = compact(withoutInvisible(given)) !== key;
  return isPunctuated && pixKeyKind(key) === 'cpf' && couldBeMobile(key) ? 'cpf' : undefined;
}
