import * as z from 'zod';
import { type FieldFault, ServiceError, validationError } from '../../ground/errors/service-error.ts';
import { isPrivateKey, mayBePrivateKey } from '../../ground/signatures/private-key.ts';
import {
  maxKeyTextLength,
  parseCustodyPublicKey,
  parsePublicKeyPem,
  privateKeyFault,
} from '../../ground/signatures/public-key.ts';
import type { ApiKey } from '../../identity/api-key.ts';

/**
 * The public half of a key pair as a caller registers it, in one of two forms (specification, Authentication, Keys, row
 * 5).
 */
export interface KeyTexts {
  /** A public key in PEM. */
  readonly publicKey?: string | undefined;
  /** A custody provider's public key in hexadecimal. */
  readonly custodyPublicKey?: string | undefined;
}

/** The maximum number of characters of a field name that an error repeats. */
const longestName = 128;

/** Fields of a request that registers a public key. */
export const keyTextFields = {
  publicKey: z.string().max(maxKeyTextLength).optional().meta({
    description:
      'A P-256 public key as SubjectPublicKeyInfo in PEM; line ends may be escaped. Never send a private key: rotate one that was pasted by mistake.',
  }),
  custodyPublicKey: z.string().max(maxKeyTextLength).optional().meta({
    description: 'Alternative to `publicKey`: a P-256 point in hexadecimal. The key then authenticates with stamps.',
  }),
};

/**
 * Recognizes a private key in any field and form. Called by `refuseEarly`, before the schemas complain about the key's
 * form and before it could be stored as a name. In a field for keys, any 32 bytes count as a private key.
 * @throws ServiceError VALIDATION_ERROR naming each field with a private key
 */
export function refusePrivateKeys(json: unknown): void {
  const isOne = ([name, value]: [string, unknown]) =>
    (/key|pem|jwk/i.test(name) ? mayBePrivateKey : isPrivateKey)(value);
  const faults = Object.entries(Object(json))
    .filter(isOne)
    .map(([name]) => privateKeyFault(name.slice(0, longestName)));
  if (faults.length > 0) throw validationError(faults);
}

/**
 * Reads the public key of a request. Returns its faults instead of throwing, so that they are reported together with
 * the faults of other fields.
 */
export function readKeyTexts(
  texts: KeyTexts,
): Pick<ApiKey, 'publicKey' | 'scheme'> & { readonly keyFaults: readonly FieldFault[] } {
  const scheme = texts.publicKey === undefined ? 'custody' : 'pem';
  try {
    return { publicKey: parseKeyTexts(texts), scheme, keyFaults: [] };
  } catch (error) {
    if (error instanceof ServiceError && error.errors) return { publicKey: '', scheme, keyFaults: error.errors };
    throw error;
  }
}

function parseKeyTexts({ publicKey, custodyPublicKey }: KeyTexts): string {
  const oneRequired = { message: 'give either publicKey or custodyPublicKey', code: 'one_required' };
  if (publicKey !== undefined && custodyPublicKey !== undefined) {
    throw validationError(['publicKey', 'custodyPublicKey'].map((path) => ({ path, ...oneRequired })));
  }
  if (publicKey !== undefined) return parsePublicKeyPem(publicKey);
  if (custodyPublicKey !== undefined) return parseCustodyPublicKey(custodyPublicKey);
  throw validationError([{ path: 'publicKey', ...oneRequired }]);
}
