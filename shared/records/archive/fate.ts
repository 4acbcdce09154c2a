import { isDeepStrictEqual } from 'node:util';
import { identity, type Key } from '../../ground/table/keys.ts';
import { plainItem } from '../../ground/table/plain-item.ts';
import type { ArchivedChange, Image } from '../../ports/change-archive.ts';

/**
 * What the table in use has of an item's last change: `kept`, or `absent` (was written and is missing), `older` (has
 * another state), `back` (was removed and still exists).
 */
export type Fate = 'kept' | 'absent' | 'older' | 'back';

type Item = Readonly<Record<string, unknown>>;

/**
 * Compares the last change of an item with the table in use.
 * @param present the item in the table
 * @param now milliseconds. An expired item may or may not still exist, so its fate is `kept`.
 */
export function fateOf({ newImage, oldImage }: ArchivedChange, present: Item | undefined, now: number): Fate {
  if (hasExpired(newImage ?? oldImage, now)) return 'kept';
  if (!newImage) return present ? 'back' : 'kept';
  if (!present) return 'absent';
  return isDeepStrictEqual(itemOf(newImage), present) ? 'kept' : 'older';
}

/** The key of the item. Undefined if the change names none. */
export function keyOfChange({ keys }: ArchivedChange): Key | undefined {
  const [pk, sk] = [textOf(keys.pk), textOf(keys.sk)];
  return pk && sk ? { pk, sk } : undefined;
}

/** The last change of each item, by its identity. */
export function lastChanges(changes: readonly ArchivedChange[]): Map<string, ArchivedChange> {
  const last = new Map<string, ArchivedChange>();
  for (const change of changes) {
    const key = keyOfChange(change);
    if (!key) continue;
    const known = last.get(identity(key));
    if (!known || isAtOrAfter(change, known)) last.set(identity(key), change);
  }
  return last;
}

/** A batch that was delivered again may follow a later one, so the numbers decide. Each stream has its own numbers. */
function isAtOrAfter(change: ArchivedChange, known: ArchivedChange): boolean {
  if (change.stream !== known.stream) return change.at >= known.at;
  return ofOneWidth(change.sequenceNumber) >= ofOneWidth(known.sequenceNumber);
}

function ofOneWidth(sequenceNumber: string): string {
  return sequenceNumber.padStart(40, '0');
}

/** The text of a DynamoDB attribute. */
export function textOf(attribute: unknown): string | undefined {
  return (attribute as { readonly S?: string } | undefined)?.S;
}

/** The number in a DynamoDB attribute, if it is a whole number. */
export function wholeNumberOf(attribute: unknown): number | undefined {
  const number = Number((attribute as { readonly N?: string } | undefined)?.N);
  return Number.isSafeInteger(number) ? number : undefined;
}

function hasExpired(image: Image | undefined, now: number): boolean {
  const ttl = wholeNumberOf(image?.ttl);
  return ttl !== undefined && ttl * 1000 <= now;
}

/** As returned by the table's client. An image that the client could not read either equals nothing. */
function itemOf(image: Image): Item | undefined {
  try {
    return plainItem(image);
  } catch {
    return undefined;
  }
}
