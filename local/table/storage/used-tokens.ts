import { createHash } from 'node:crypto';
import type { Input } from '../call.ts';
import { tokenOfAnother } from '../errors.ts';
import type { Storage } from './storage.ts';

/** DynamoDB remembers a token for this long. A transaction that repeats it is answered without being executed. */
export const rememberedMs = 10 * 60 * 1000;

/**
 * @returns whether the transaction has already taken effect
 * @throws if the token was used for another transaction
 */
export function isTokenUsed(
  storage: Storage,
  { ClientRequestToken: token, TransactItems }: Input,
  now: number,
): boolean {
  const use = token === undefined ? undefined : storage.tokenUse(token);
  if (!use || use.at + rememberedMs < now) return false;
  if (use.request !== hashOf(TransactItems)) throw tokenOfAnother();
  return true;
}

export function useToken(storage: Storage, { ClientRequestToken: token, TransactItems }: Input, now: number): void {
  if (token !== undefined) storage.addTokenUse(token, { at: now, request: hashOf(TransactItems) });
}

/** Equal for requests with the same values, whatever the order of their attributes. */
function hashOf(items: unknown): string {
  return createHash('sha256').update(JSON.stringify(items, inOrder)).digest('base64');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
