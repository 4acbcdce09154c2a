import { DecryptCommand, IncorrectKeyException, InvalidCiphertextException, KMSClient } from '@aws-sdk/client-kms';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { ConnectionSecrets } from '../ports/connections.ts';
import { sealingContext } from './sealing-context.ts';

/**
 * Credentials that operators have sealed with the stage's key for connections. KMS opens them only in the context that
 * they were sealed for.
 */
export function kmsCredentials(keyArn: string): ConnectionSecrets {
  const client = boundClient(new KMSClient({ maxAttempts: 3 }));
  return {
    async open(sealed, sealedFor) {
      try {
        const { Plaintext } = await client.send(
          new DecryptCommand({
            KeyId: keyArn,
            CiphertextBlob: Buffer.from(sealed, 'base64'),
            EncryptionContext: sealingContext(sealedFor),
          }),
        );
        return Plaintext && Buffer.from(Plaintext).toString('utf8');
      } catch (error) {
        if (error instanceof InvalidCiphertextException || error instanceof IncorrectKeyException) return undefined;
        throw error;
      }
    },
  };
}
