import { seal } from '../../ground/signatures/seal.ts';
import type { Ids } from '../../ground/time/ids.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** See the specification, Limits: webhook secret rotation overlap. */
export const secretOverlapMs = 24 * 60 * 60 * 1000;

/**
 * Each previous secret makes the signature header of every delivery longer. Four signatures are far below any server's
 * limit.
 */
export const maxPreviousSecrets = 3;

/** Creates a signing secret of 256 random bits in the format of Standard Webhooks (specification, Delivery request). */
export function newSigningSecret(ids: Ids): string {
  return `whsec_${Buffer.from(ids.secret(), 'base64url').toString('base64')}`;
}

/** Returns the form in which the endpoint's item stores a secret: sealed, and bound to this endpoint. */
export async function sealSigningSecret(
  { secrets }: Runtime<'sealing'>,
  endpointId: string,
  secret: string,
): Promise<string> {
  const sealingKeys = await secrets.sealingKeys();
  return seal(sealingKeys, 'webhook-secret', secret, endpointId);
}
