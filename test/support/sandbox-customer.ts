import { generateKeyPairSync } from 'node:crypto';
import type { Target } from '../../operator/target/target.ts';
import type { Scope } from '../../shared/identity/api-key.ts';

export interface Customer {
  readonly organizationId: string;
  readonly apiKey: { readonly id: string; readonly privateKey: string };
}

/** Creates a customer as an operator does, and issues a key of its sandbox. The name is also the reference and the owner's id. */
export async function createSandboxCustomer(target: Target, name: string, scopes: readonly Scope[]): Promise<Customer> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const owner = { userId: name, email: `${name}@example.com` };
  const { sandboxId } = await perform(target, 'create-organization', { reference: name, name, owner });
  const organizationId = String(sandboxId);
  const { id } = await perform(target, 'issue-api-key', { organizationId, for: name, name, publicKey, scopes });
  return { organizationId, apiKey: { id: String(id), privateKey } };
}

/** @returns the result of an operation that must succeed */
export async function perform(target: Target, operation: string, input: unknown): Promise<Record<string, unknown>> {
  const answer = await target.perform(operation, { input });
  if ('error' in answer) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`);
  return answer.result as Record<string, unknown>;
}
