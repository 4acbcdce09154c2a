import { sealWithRing } from '../../local/secrets/ring-credentials.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { kindOf, readSettings } from '../../shared/providers/connection-trials.ts';
import { inventedKinds } from './invented-connections.ts';
import { performed } from './operations.ts';
import { testKeys } from './secrets.ts';
import type { TestService } from './service.ts';

export interface WantedConnection {
  readonly key?: string;
  readonly country?: 'DE' | 'MX';
  /** What it is sealed for, where that is something else. */
  readonly sealedFor?: object;
}

/** What an operator's machine sends to connect the invented bank. */
export function connecting({ key = 'acc-1:secret', country = 'DE', sealedFor = {} }: WantedConnection = {}) {
  const connectionId = createIds().next('conn', Date.now());
  const provider = 'invented';
  const settings = { country };
  const { slot: _, ...known } = readSettings(kindOf(provider, inventedKinds), settings);
  const sealed = sealInvented(key, { connectionId, provider, ...known, ...sealedFor });
  return { do: 'connect', connectionId, provider, settings, sealed, reason: 'as agreed' };
}

/** Credentials of the invented bank, as an operator's machine seals them. */
export function sealInvented(key: string, sealedFor: Parameters<typeof sealWithRing>[2]): string {
  return sealWithRing({ sealingKeys: testKeys() }, JSON.stringify({ key }), sealedFor);
}

/** A connection that two operators have made. @returns its id */
export async function connected(service: TestService, wanted?: WantedConnection): Promise<string> {
  const input = connecting(wanted);
  await agreed(service, input);
  return input.connectionId;
}

/** What one operator proposes, confirmed by another. @returns the settled proposal */
export async function agreed(service: TestService, input: object, organizationId = 'stage') {
  const { proposalId } = await performed(service, 'connections', input);
  const settlement = { organizationId, proposalId, decision: 'execute' };
  return performed(service, 'confirm', settlement, { operator: 'ben' });
}
