import { generateKeyPairSync } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { registerApiKey } from '../../shared/api-keys/register-api-key.ts';
import { Pace } from '../../shared/journal/pace.ts';
import { createOrganization } from '../../shared/organizations/create-organization.ts';
import { systemClock, systemSleep } from '../../shared/runtime/clock.ts';
import { createIds } from '../../shared/runtime/ids.ts';
import { documentClient } from '../../shared/table/document-client.ts';
import { createStore } from '../../shared/table/store.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';

export interface Customer {
  readonly organizationId: string;
  readonly apiKey: { readonly id: string; readonly privateKey: string };
}

/** Creates a customer as an operator with access to the table does; the API has no operation for it. */
export async function createCustomer(cloud: Cloud, { tableName }: Deployed): Promise<Customer> {
  const client = documentClient(new DynamoDBClient(cloud));
  const runtime = {
    clock: systemClock,
    sleep: systemSleep,
    ids: createIds(),
    pace: new Pace(),
    store: createStore({ client, tableName }),
    log: console,
  };
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { organizationId } = await createOrganization(runtime, { name: 'Deploy smoke', mode: 'sandbox' });
  const { body: key } = await registerApiKey(runtime, {
    organizationId,
    name: 'Deploy smoke',
    publicKey,
    scopes: ['read', 'write'],
    issuedBy: 'operator:deploy-smoke',
  });
  client.destroy();
  return { organizationId, apiKey: { id: key.id, privateKey } };
}

/** What CloudFront was told by CloudFormation. */
export async function readOriginSecret(cloud: Cloud, SecretId: string): Promise<string> {
  const { SecretString } = await new SecretsManagerClient(cloud).send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('the origin secret is empty');
  return SecretString;
}
