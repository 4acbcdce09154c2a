/** What is different in a copy of a stretch of history. */
export interface Shift {
  /** A number of the copy, which none of the others has; 0 changes no name. */
  readonly copy: number;
  readonly ms: number;
  readonly events: number;
  readonly ledgerRows: number;
}

type Part = string | ((shift: Shift) => string);

const kinds = [
  // Ids of what the history made begin with their time. Its recipient and its key stay the same.
  { pattern: /(?<=\b(?:po|req|dep)_)[0-9a-z]{9}(?=[0-9a-z]{16})/, copy: timeDigits },
  { pattern: /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)/, copy: anotherHex },
  { pattern: /(?<=#|hash\\?":\\?")[0-9a-f]{8}(?=[0-9a-f]{56}\b)/, copy: anotherHex },
  { pattern: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, copy: instant },
  { pattern: /(?<=\b\d{13}#)\d{16}\b/, copy: ledgerSequence },
  { pattern: /^\d{16}$/, copy: eventSequence },
  { pattern: /(?<="eventSequences":\[)[\d,]+|(?<="eventSequence":)\d+/, copy: eventSequences },
  { pattern: /(?<![\w.-])1\d{12}(?![\w.-])/, copy: milliseconds },
] as const;
const anyKind = new RegExp(kinds.map(({ pattern }) => `(${pattern.source})`).join('|'), 'g');

/** Reads once what has to change in a text of the table. @returns the text of a copy */
export function copierOf(text: string): (shift: Shift) => string {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(anyKind)) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    const [found] = match;
    if (!kind) continue;
    parts.push(text.slice(end, match.index), (shift) => kind.copy(found, shift));
    end = match.index + found.length;
  }
  parts.push(text.slice(end));
  return (shift) => parts.map((part) => (typeof part === 'string' ? part : part(shift))).join('');
}

function timeDigits(digits: string, { ms }: Shift): string {
  return (Number.parseInt(digits, 36) + ms).toString(36).padStart(digits.length, '0');
}

function anotherHex(digits: string, { copy }: Shift): string {
  // XOR keeps names apart that were apart. Without the shift its result could be negative.
  return ((Number.parseInt(digits, 16) ^ copy) >>> 0).toString(16).padStart(digits.length, '0');
}

function instant(text: string, { ms }: Shift): string {
  return new Date(Date.parse(text) + ms).toISOString();
}

function milliseconds(text: string, { ms }: Shift): string {
  return String(Number(text) + ms);
}

function ledgerSequence(digits: string, { ledgerRows }: Shift): string {
  return String(Number(digits) + ledgerRows).padStart(digits.length, '0');
}

function eventSequence(digits: string, { events }: Shift): string {
  return String(Number(digits) + events).padStart(digits.length, '0');
}

function eventSequences(list: string, { events }: Shift): string {
  return list
    .split(',')
    .map((sequence) => Number(sequence) + events)
    .join();
}
