import type { ChainSigner } from './chain-signer.ts';
import { fileSigner } from './key-file.ts';
import { kmsSigner } from './kms-signer.ts';
import { namesKey } from './signer-name.ts';

/**
 * The signer that the credentials of a connection name.
 * @throws Error if a file contains no key
 */
export function namedSigner(name: string): ChainSigner {
  return namesKey(name) ? kmsSigner(name) : fileSigner(name);
}
