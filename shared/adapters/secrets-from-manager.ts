import { hkdfSync } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { Secrets } from '../ports/secrets.ts';

/**
 * Reads a stage's secrets once per process, at their first use. A failed read is repeated at the next use.
 * @param originSecretArn absent where nothing stands in front of the API
 */
export function secretsFromManager(
  sealingSecretArn: string | undefined,
  originSecretArn: string | undefined,
): () => Promise<Secrets> {
  const client = boundClient(new SecretsManagerClient({}));
  let secrets: Promise<Secrets> | undefined;

  async function text(SecretId: string): Promise<string> {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
    if (!SecretString) throw new Error('a secret has no text');
    return SecretString;
  }

  async function load(): Promise<Secrets> {
    if (!sealingSecretArn) throw new Error('the environment variable SEALING_SECRET_ARN is not set');
    const [sealing, originSecret] = await Promise.all([
      text(sealingSecretArn),
      originSecretArn === undefined ? undefined : text(originSecretArn),
    ]);
    const sealingKey = Buffer.from(hkdfSync('sha256', sealing, '', 'sluice sealing', 32));
    return { sealingKey, ...(originSecret !== undefined && { originSecret }) };
  }

  return () => {
    secrets ??= load().catch((error) => {
      secrets = undefined;
      throw error;
    });
    return secrets;
  };
}
