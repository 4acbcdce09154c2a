import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { Address } from 'viem';
import { boundClient } from '../../../ground/aws/bound-client.ts';
import type { ChainSigner } from './chain-signer.ts';
import { accountOf, chainSignature } from './signature.ts';

/** @param keyArn of a key with the spec ECC_SECG_P256K1 that may sign; it never leaves KMS */
export function kmsSigner(keyArn: string): ChainSigner {
  const client = boundClient(new KMSClient({ maxAttempts: 3 }));
  let known: Address | undefined;
  async function address(): Promise<Address> {
    if (known) return known;
    const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyArn }));
    if (!PublicKey) throw new Error('KMS answered no public key');
    known = accountOf(PublicKey);
    return known;
  }
  return {
    address,
    async sign(digest) {
      const signer = await address();
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyArn,
          Message: Buffer.from(digest.slice(2), 'hex'),
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      );
      if (!Signature) throw new Error('KMS answered no signature');
      return chainSignature(Signature, digest, signer);
    },
  };
}
