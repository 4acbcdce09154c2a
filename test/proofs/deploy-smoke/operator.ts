import { InvokeCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { stageTarget } from '../../../operator/target/stage-target.ts';
import type { Target } from '../../../operator/target/target.ts';
import type { SecretName } from '../../../shared/ports/secrets.ts';
import { type Customer, createSandboxCustomer, perform } from '../../support/sandbox-customer.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';

/** Creates a customer as an operator does: through the deployed operations, with an AWS identity. */
export function createCustomer(cloud: Cloud, { stage }: Deployed, name: string): Promise<Customer> {
  return createSandboxCustomer(stageTarget(stage, cloud), name, ['read', 'write']);
}

/** @returns what does not add up in the books of a customer of the stage */
export function checkBooks(cloud: Cloud, { stage }: Deployed, { organizationId }: Customer): Promise<unknown[]> {
  return findingsOf(stageTarget(stage, cloud), organizationId);
}

/** @returns what does not add up in the books of an organization */
export async function findingsOf(target: Target, organizationId: string): Promise<unknown[]> {
  const findings: unknown[] = [];
  for (let progress: unknown; ; ) {
    const page = await perform(target, 'check', { organizationId, ...(progress !== undefined && { progress }) });
    findings.push(...(page.findings as unknown[]));
    if (page.progress === undefined) return findings;
    progress = page.progress;
  }
}

/** Replaces a secret of the stage. @returns what the operation names: a version, or a key's id */
export async function rotateSecret(cloud: Cloud, { stage }: Deployed, secret: SecretName): Promise<string> {
  const { version } = await perform(stageTarget(stage, cloud), 'rotate-secret', { secret, reason: 'smoke' });
  return String(version);
}

/** Finds the sweep. @returns what invokes it, as the runbook says to do by hand, so that work whose hint is lost goes on */
export async function findSweep(cloud: Cloud): Promise<() => Promise<unknown>> {
  const lambda = new LambdaClient(cloud);
  for (let Marker: string | undefined; ; ) {
    const { Functions = [], NextMarker } = await lambda.send(new ListFunctionsCommand({ Marker }));
    const FunctionName = Functions.find(({ FunctionName }) => FunctionName?.includes('SweepDueWork'))?.FunctionName;
    if (FunctionName) return () => lambda.send(new InvokeCommand({ FunctionName, Payload: '{}' }));
    if (!NextMarker) throw new Error('the stage has no sweep');
    Marker = NextMarker;
  }
}

/** The origin secret, which CloudFormation also gave to CloudFront. */
export async function readOriginSecret(cloud: Cloud, SecretId: string): Promise<string> {
  const { SecretString } = await new SecretsManagerClient(cloud).send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('the origin secret is empty');
  return SecretString;
}
