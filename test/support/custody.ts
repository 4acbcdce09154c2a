import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { newKeyPair } from './public-keys.ts';

/**
 * A key pair at a custody provider: its public key as a compressed point, in which form it is registered, and the
 * provider's own stamper.
 */
export function newCustodyKey() {
  const { privateKey } = newKeyPair();
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex');
  const custodyPublicKey = `${Number.parseInt(hex(y).slice(-1), 16) % 2 === 0 ? '02' : '03'}${hex(x)}`;
  const stamper = new ApiKeyStamper({ apiPublicKey: custodyPublicKey, apiPrivateKey: hex(d) });
  return { privateKey, custodyPublicKey, stamper };
}
