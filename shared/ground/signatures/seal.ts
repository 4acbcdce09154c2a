import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Separates the id of a key from the text that it sealed. Base64url has no dot. */
const idEnd = '.';

/** The purpose of a sealed text. Each purpose has its own key: the key for challenges opens nothing else. */
export type SealPurpose =
  | 'challenge'
  | 'response'
  | 'webhook-secret'
  | 'mail'
  | 'claim-price'
  | 'claim-network'
  | 'connection';

export interface SealingKey {
  /**
   * In base64url; precedes every text sealed by the key. Empty for the first key of a stage: its texts name no key, as
   * before keys had ids.
   */
  readonly id: string;
  /** 32 bytes, from which `seal` derives a key for each purpose. */
  readonly key: Buffer;
}

/** A stage's keys, newest first. The newest one seals, and all of them open. */
export type SealingKeys = readonly [SealingKey, ...SealingKey[]];

/**
 * Encrypts a text so that it can be read or created only with the stage's sealing keys (AES-256-GCM).
 * @param bound where the text is stored; it cannot be opened anywhere else
 * @returns `<key id>.<base64url>`; only base64url if the key has no id
 */
export function seal([{ id, key }]: SealingKeys, purpose: SealPurpose, text: string, bound = ''): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(key, purpose), iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return (id === '' ? '' : id + idEnd) + sealed.toString('base64url');
}

/** @returns undefined if the text was not sealed with one of these keys, for this purpose and place */
export function unseal(keys: SealingKeys, purpose: SealPurpose, sealed: string, bound = ''): string | undefined {
  const id = keyIdOf(sealed);
  const key = keys.find((known) => known.id === id)?.key;
  const bytes = Buffer.from(id === '' ? sealed : sealed.slice(id.length + idEnd.length), 'base64url');
  if (key === undefined || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(key, purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/**
 * A pseudonym that reveals nothing about a text to anyone without the stage's keys, however few possible texts there
 * are. It changes when the stage gets a new key.
 * @returns 64 hexadecimal digits
 */
export function pseudonym([{ key }]: SealingKeys, purpose: SealPurpose, text: string): string {
  return createHmac('sha256', keyFor(key, purpose)).update(text).digest('hex');
}

/** Whether the key that a text names is among these. This proves nothing, because anyone can name any key. */
export function hasKeyOf(keys: SealingKeys, sealed: string): boolean {
  const id = keyIdOf(sealed);
  return keys.some((known) => known.id === id);
}

function keyIdOf(sealed: string): string {
  return sealed.slice(0, Math.max(0, sealed.indexOf(idEnd)));
}

function keyFor(key: Buffer, purpose: SealPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `sluice ${purpose}`, 32));
}
