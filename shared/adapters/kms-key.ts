import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { CanaryPlace, CanaryPublicKey } from '../ports/canary.ts';

/** A P-256 key that never leaves KMS. */
interface KmsKey {
  readonly sign: CanaryPlace['sign'];
  readonly publicKey: CanaryPublicKey;
}

/** @param keyArn of a key with the spec ECC_NIST_P256 that may sign */
export function kmsKey(keyArn: string): KmsKey {
  const client = boundClient(new KMSClient({ maxAttempts: 3 }));
  return {
    // KMS takes messages of up to 4,096 bytes as they are. What a call signs is shorter, because it has the body's hash.
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
