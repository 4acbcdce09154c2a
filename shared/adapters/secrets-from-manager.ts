import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { Clock } from '../ground/time/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { readSealingSecret } from './sealing-secret.ts';
import { secretsReadAgain } from './secrets-read-again.ts';

/** A version of a secret in Secrets Manager. */
export interface SecretVersion {
  readonly id: string;
  readonly text: string;
}

export function secretsManagerClient(): SecretsManagerClient {
  return boundClient(new SecretsManagerClient({}));
}

/** @returns undefined if the secret has no version with this label, because it was never rotated */
export async function readVersion(
  client: SecretsManagerClient,
  secretArn: string,
  stage: 'AWSCURRENT' | 'AWSPREVIOUS',
): Promise<SecretVersion | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: secretArn, VersionStage: stage });
    const { SecretString, VersionId } = await client.send(command);
    if (!SecretString || !VersionId) throw new Error('a secret has no text');
    return { id: VersionId, text: SecretString };
  } catch (error) {
    if (stage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** @throws Error when there is none */
export async function readPresent(client: SecretsManagerClient, secretArn: string): Promise<SecretVersion> {
  const version = await readVersion(client, secretArn, 'AWSCURRENT');
  if (!version) throw new Error('a secret has no version');
  return version;
}

interface Place {
  /** Undefined if the function needs no sealing key. */
  readonly sealingSecretArn: string | undefined;
  /** Undefined if nothing is in front of the API. */
  readonly originSecretArn: string | undefined;
}

/** The secrets of a stage. */
export function secretsFromManager({ sealingSecretArn, originSecretArn }: Place, clock: Clock): Secrets {
  const client = secretsManagerClient();
  const source = {
    async sealingKeys() {
      if (!sealingSecretArn) throw new Error('the environment variable SEALING_SECRET_ARN is not set');
      return readSealingSecret((await readPresent(client, sealingSecretArn)).text);
    },
    originSecrets: originSecretArn === undefined ? undefined : acceptedOf(client, originSecretArn),
  };
  return secretsReadAgain(source, clock);
}

/** The previous origin secret is read only if a call does not carry the current one. */
function acceptedOf(client: SecretsManagerClient, secretArn: string) {
  return async (isAgain: boolean): Promise<readonly string[]> => {
    const [present, former] = await Promise.all([
      readPresent(client, secretArn),
      isAgain ? readVersion(client, secretArn, 'AWSPREVIOUS') : undefined,
    ]);
    return [present.text, ...(former ? [former.text] : [])];
  };
}
