import { randomBytes } from 'node:crypto';
import {
  PutSecretValueCommand,
  ResourceExistsException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { ServiceError } from '../ground/errors/service-error.ts';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import type { SecretRotation } from '../ports/secrets.ts';
import { withNewKey } from './sealing-secret.ts';
import { readPresent, readVersion, type SecretVersion, secretsManagerClient } from './secrets-from-manager.ts';

interface Place {
  readonly sealingSecretArn: string;
  /** Undefined if nothing is in front of the API. */
  readonly originSecretArn: string | undefined;
  /** The version of the origin secret that the edge was deployed with, if it names one. */
  readonly edgeVersion: string | undefined;
}

/** Rotates the secrets of a stage. Two simultaneous rotations create one new version. */
export function rotationInManager(
  { sealingSecretArn, originSecretArn, edgeVersion }: Place,
  client = secretsManagerClient(),
): SecretRotation {
  return {
    async rotate(name) {
      if (name === 'sealing') return addSealingKey(client, sealingSecretArn);
      if (originSecretArn === undefined) throw new ServiceError('CONFLICT', 'this stage has no edge');
      return replaceOriginSecret(client, originSecretArn, edgeVersion);
    },
  };
}

async function addSealingKey(client: SecretsManagerClient, secretArn: string): Promise<string> {
  const present = await readPresent(client, secretArn);
  const id = randomBytes(6).toString('base64url');
  await put(client, secretArn, present, withNewKey(present.text, { id, secret: newText() }));
  return id;
}

/** Only two versions are accepted, so the current one must be the one that the edge sends. */
async function replaceOriginSecret(client: SecretsManagerClient, secretArn: string, edgeVersion: string | undefined) {
  const [present, former] = await Promise.all([
    readPresent(client, secretArn),
    readVersion(client, secretArn, 'AWSPREVIOUS'),
  ]);
  if (former && present.id !== edgeVersion) {
    throw new ServiceError(
      'CONFLICT',
      `the edge may still send the secret before the present one: first deploy with originSecretVersion=${present.id}`,
    );
  }
  return put(client, secretArn, present, newText());
}

/**
 * The id of a version is derived from the previous one. Of two rotations that started from the same version, one is
 * therefore refused, and a repeated request creates nothing.
 * @returns the id of the new version
 */
async function put(
  client: SecretsManagerClient,
  SecretId: string,
  { id }: SecretVersion,
  SecretString: string,
): Promise<string> {
  const ClientRequestToken = sha256Hex(`after ${id}`);
  try {
    await client.send(new PutSecretValueCommand({ SecretId, ClientRequestToken, SecretString }));
    return ClientRequestToken;
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
    throw new ServiceError('CONFLICT', 'this secret was rotated at the same time', { cause: error });
  }
}

/** 256 random bits, as letters and digits only, because the origin secret is sent in a header. */
function newText(): string {
  return randomBytes(32).toString('hex');
}
