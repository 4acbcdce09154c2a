import type { Part, PartKind } from './words/name-parts.ts';

/** A word of a name, or two neighbours written as one. */
export interface Slot {
  readonly text: string;
  readonly kind: PartKind;
  /** The first part of the name that it covers, and how many. */
  readonly from: number;
  readonly count: number;
  readonly isUnit?: boolean;
}

/** A part this short may be written together with its neighbour: `Jong Un`, `al Zawahiri`. */
const joinableLetters = 5;
/** Shorter words match other words too often: `tan go`, `tango`. */
const leastJoinedLetters = 6;
/** Names with more parts are compared only as they are written. */
const mostJoinedParts = 12;

export function slotsOf(parts: readonly Part[]): readonly Slot[] {
  const slots: Slot[] = parts.map(({ text, kind, isUnit = false }, from) => ({ text, kind, from, count: 1, isUnit }));
  if (parts.length > mostJoinedParts) return slots;
  for (let i = 0; i + 1 < parts.length; i += 1) {
    const [left, right] = [parts[i] as Part, parts[i + 1] as Part];
    if (!isJoinable(left) || !isJoinable(right)) continue;
    if (left.kind === 'particle' && right.kind === 'particle') continue;
    if (Math.min(left.text.length, right.text.length) > joinableLetters) continue;
    const text = left.text + right.text;
    if (left.kind !== 'particle' && text.length < leastJoinedLetters) continue;
    slots.push({ text, kind: 'word', from: i, count: 2 });
  }
  return slots;
}

function isJoinable({ kind, text }: Part): boolean {
  return (kind === 'word' || kind === 'trade' || kind === 'particle') && /^[a-z]{2,}$/.test(text);
}
