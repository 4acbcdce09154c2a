import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { CanaryPlace, CanaryPublicKey } from '../ports/canary.ts';

/** A P-256 key that never leaves KMS. */
interface KmsKey {
  readonly sign: CanaryPlace['sign'];
  readonly publicKey: CanaryPublicKey;
}

/** @param keyArn a key with the spec ECC_NIST_P256 that can sign */
export function kmsKey(keyArn: string): KmsKey {
  const client = boundClient(new KMSClient({ maxAttempts: 3 }));
  return {
    // KMS accepts raw messages of up to 4,096 bytes. The text signed for a call is shorter, because it contains only
    // the hash of the body.
    async sign(text) {
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyArn,
          Message: Buffer.from(text),
          MessageType: 'RAW',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      );
      if (!Signature) throw new Error('KMS answered no signature');
      return Signature;
    },
    async publicKey() {
      const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyArn }));
      if (!PublicKey) throw new Error('KMS answered no public key');
      const lines = Buffer.from(PublicKey).toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
      return `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----\n`;
    },
  };
}
