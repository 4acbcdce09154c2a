import * as z from 'zod';
import { spkiOfPoint } from './public-key.ts';

const Stamp = z.object({
  publicKey: z.string().regex(/^0[23][0-9a-f]{64}$/i),
  scheme: z.literal('SIGNATURE_SCHEME_TK_API_P256'),
  signature: z.string().regex(/^([0-9a-f]{2}){8,80}$/i),
});

/** The stamp of a key-custody provider: the key that made it, and the DER signature. */
export interface CustodyStamp {
  /** Base64 DER SPKI, comparable with a registered key. */
  readonly publicKey: string;
  readonly signature: Buffer;
}

/** Reads an `X-Stamp` header: base64url JSON `{ publicKey, scheme, signature }`. Undefined for any other text. */
export function parseStamp(header: string): CustodyStamp | undefined {
  const parsed = Stamp.safeParse(jsonOf(Buffer.from(header, 'base64url').toString('utf8')));
  if (!parsed.success) return undefined;
  const publicKey = spkiOfPoint(Buffer.from(parsed.data.publicKey, 'hex'));
  if (!publicKey) return undefined;
  return { publicKey, signature: Buffer.from(parsed.data.signature, 'hex') };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
