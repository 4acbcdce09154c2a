import { hkdfSync } from 'node:crypto';
import { ServiceError } from '../ground/errors/service-error.ts';
import type { SealingKey, SealingKeys } from '../ground/signatures/seal.ts';

/** With monthly rotation this lasts eight years. Secrets Manager stores up to 64 KB. */
export const maxSealingKeys = 100;

interface Entry {
  /** The id used in sealed texts. Empty for the first key. */
  readonly id: string;
  readonly secret: string;
}

/** Newest first. */
type Entries = readonly [Entry, ...Entry[]];

/**
 * The keys of a sealing secret as stored in Secrets Manager: initially the text that CloudFormation generated, which is
 * one key without an id; after the first rotation, a list of keys.
 */
export function readSealingSecret(text: string): SealingKeys {
  const [newest, ...older] = entriesOf(text);
  return [keyOf(newest), ...older.map(keyOf)];
}

/**
 * The secret with one additional key, which seals from now on.
 * @throws ServiceError CONFLICT when it is full
 */
export function withNewKey(text: string, added: Entry): string {
  const entries = entriesOf(text);
  if (entries.length >= maxSealingKeys) {
    throw new ServiceError('CONFLICT', `the sealing secret already has ${maxSealingKeys} keys; see the runbook`);
  }
  return JSON.stringify({ keys: [added, ...entries] });
}

function entriesOf(text: string): Entries {
  // The text that CloudFormation generates has only letters and digits.
  if (!text.startsWith('{')) return [{ id: '', secret: text }];
  const { keys } = readJson(text) as { readonly keys?: Entries };
  if (!keys?.length || !keys.every(isEntry)) throw unreadable();
  return keys;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error message of JSON.parse quotes the text, so it is not passed on.
    throw unreadable();
  }
}

function isEntry({ id, secret }: Entry): boolean {
  return typeof id === 'string' && /^[\w-]{0,32}$/.test(id) && typeof secret === 'string' && secret.length >= 32;
}

function unreadable(): Error {
  return new Error('the sealing secret is neither a text nor a list of keys');
}

function keyOf({ id, secret }: Entry): SealingKey {
  return { id, key: Buffer.from(hkdfSync('sha256', secret, '', 'sluice sealing', 32)) };
}
