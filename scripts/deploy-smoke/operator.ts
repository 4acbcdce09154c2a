import { generateKeyPairSync } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { stageTarget } from '../ops/stage-target.ts';
import type { Target } from '../ops/target.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';

export interface Customer {
  readonly organizationId: string;
  readonly apiKey: { readonly id: string; readonly privateKey: string };
}

/** Creates a customer as an operator does: through the deployed operations, with an AWS identity. */
export async function createCustomer(cloud: Cloud, { stage }: Deployed): Promise<Customer> {
  const target = stageTarget(stage, cloud);
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { sandboxId } = await perform(target, 'create-organization', {
    reference: 'deploy-smoke',
    name: 'Deploy smoke',
    owner: { userId: 'smoke', email: 'smoke@example.com' },
  });
  const organizationId = String(sandboxId);
  const key = { organizationId, for: 'smoke', name: 'Deploy smoke', publicKey, scopes: ['read', 'write'] };
  const { id } = await perform(target, 'issue-api-key', key);
  return { organizationId, apiKey: { id: String(id), privateKey } };
}

/** @returns what does not add up in the books of a customer; after a smoke test each part of them fits one page */
export async function checkBooks(cloud: Cloud, { stage }: Deployed, { organizationId }: Customer): Promise<unknown[]> {
  const target = stageTarget(stage, cloud);
  const findings: unknown[] = [];
  for (let progress: unknown; ; ) {
    const page = await perform(target, 'check', { organizationId, ...(progress !== undefined && { progress }) });
    findings.push(...(page.findings as unknown[]));
    if (page.progress === undefined) return findings;
    progress = page.progress;
  }
}

async function perform(target: Target, operation: string, input: unknown): Promise<Record<string, unknown>> {
  const answer = await target.perform(operation, { operator: await target.identity(), input });
  if ('error' in answer) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`);
  return answer.result as Record<string, unknown>;
}

/** The origin secret, which CloudFormation also gave to CloudFront. */
export async function readOriginSecret(cloud: Cloud, SecretId: string): Promise<string> {
  const { SecretString } = await new SecretsManagerClient(cloud).send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('the origin secret is empty');
  return SecretString;
}
