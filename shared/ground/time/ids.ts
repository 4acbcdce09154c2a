import { randomBytes } from 'node:crypto';
import type { IdPrefix } from './resources.ts';

/** Source of random bytes. Injected, so that a seeded run produces the same ids. */
export type RandomBytes = (size: number) => Buffer;

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const TIME_DIGITS = 9;
const RANDOM_DIGITS = 16;

/** Makes opaque ids. */
export interface Ids {
  /**
   * `<prefix>_<time><random>`: ids of one kind sort by creation time, so that a list of resources is a range of their
   * keys and needs no index. 82 random bits.
   */
  next(prefix: IdPrefix, nowMs: number): string;
  /** Returns only the part after the prefix, for ids that contain their parent. */
  suffix(nowMs: number): string;
  /** 128 random bits in hexadecimal: owner tokens and client request tokens. */
  token(): string;
  /** 256 random bits in base64url, for secrets that only their holder may know. */
  secret(): string;
}

export function createIds(random: RandomBytes = randomBytes): Ids {
  const suffix = (nowMs: number) => timeDigits(nowMs) + randomDigits(random, RANDOM_DIGITS);
  return {
    next: (prefix, nowMs) => `${prefix}_${suffix(nowMs)}`,
    suffix,
    token: () => random(16).toString('hex'),
    secret: () => random(32).toString('base64url'),
  };
}

/** Derives an id from another one, with its own time and the other id's random part. */
export function deriveId(prefix: IdPrefix, nowMs: number, other: string): string {
  return `${prefix}_${timeDigits(nowMs)}${other.slice(-RANDOM_DIGITS)}`;
}

/** The id of a payout, derived from its content: a time, and at least 16 uniform bytes in place of random ones. */
export function payoutIdFrom(ms: number, bytes: Buffer): string {
  return idFrom('po', ms, bytes);
}

/** The id of a deposit, derived from a time and bytes. */
export function depositIdFrom(ms: number, bytes: Buffer): string {
  return idFrom('dep', ms, bytes);
}

/** An id with any prefix, derived from a time and bytes. */
export function idFrom(prefix: IdPrefix, ms: number, bytes: Buffer): string {
  const digits = Array.from(bytes.subarray(0, RANDOM_DIGITS), (byte) => ALPHABET[byte % 36]);
  return `${prefix}_${timeDigits(ms)}${digits.join('')}`;
}

/** The creation time contained in an id, in milliseconds. */
export function timeOfId(id: string): number {
  const from = id.indexOf('_') + 1;
  return Number.parseInt(id.slice(from, from + TIME_DIGITS), 36);
}

/** An id of the same kind that sorts at the given time. Several of the same time keep their order. */
export function sortedAt(ms: number, id: string): string {
  const digits = id.indexOf('_') + 1;
  return id.slice(0, digits) + timeDigits(ms) + id.slice(digits);
}

/** The lower bound of ids created at this time or later. */
export function earliestId(prefix: IdPrefix, nowMs: number): string {
  return `${prefix}_${timeDigits(nowMs)}`;
}

function timeDigits(nowMs: number): string {
  return nowMs.toString(36).padStart(TIME_DIGITS, '0');
}

/** Base-36 digits without modulo bias: bytes of 252 and above are dropped. */
function randomDigits(random: RandomBytes, count: number): string {
  let digits = '';
  while (digits.length < count) {
    for (const byte of random(count)) {
      if (byte < 252 && digits.length < count) digits += ALPHABET[byte % 36];
    }
  }
  return digits;
}
