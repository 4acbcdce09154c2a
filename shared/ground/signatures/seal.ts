import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed text is for. Each purpose has a key of its own: the key for challenges opens nothing else. */
export type SealPurpose = 'challenge' | 'response' | 'webhook-secret' | 'mail';

/**
 * Encrypts a text so that it can be read or made only with the stage's sealing key (AES-256-GCM).
 * @param bound the place where the text is kept: it cannot be opened for another place
 * @returns base64url
 */
export function seal(sealingKey: Buffer, purpose: SealPurpose, text: string, bound = ''): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(sealingKey, purpose), iv).setAAD(Buffer.from(bound));
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** @returns undefined when the text was not sealed with this key, for this purpose and place */
export function unseal(sealingKey: Buffer, purpose: SealPurpose, sealed: string, bound = ''): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(sealingKey, purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function keyFor(sealingKey: Buffer, purpose: SealPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', sealingKey, '', `sluice ${purpose}`, 32));
}
