import { ringCredentials, sealWithRing } from '../../../local/secrets/ring-credentials.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { connectionKinds } from '../../../shared/providers/connection-kinds.ts';
import { connectionTrials } from '../../../shared/providers/connection-trials.ts';
import { agreed } from '../../support/connections.ts';
import { testKeys } from '../../support/secrets.ts';
import { TestService } from '../../support/service.ts';
import type { ConnectableChain } from './connectable-chain.ts';

/** What seals credentials for the services below. */
export const ring = { sealingKeys: testKeys() };
const reason = 'as agreed';

/** Opens what was sealed for the services below. */
export const secrets = ringCredentials(ring);

/** A service that reaches chains on this machine. */
export function startReachingService(): Promise<TestService> {
  const place = { clock: Date.now, loopback: true };
  return TestService.start({ connections: connectionTrials(secrets, place, connectionKinds) });
}

/** A connection to a chain, by the commands of two operators. @param signer the file of its key @returns its id */
export async function connectChain(
  service: TestService,
  { settings }: Pick<ConnectableChain, 'settings'>,
  nodes: readonly string[],
  signer?: string,
): Promise<string> {
  const connectionId = createIds().next('conn', Date.now());
  const known = await service.runtime.connections?.read('evm', settings);
  if (!known) throw new Error('the service has no connections');
  const credentials = JSON.stringify({ nodes, ...(signer && { signer }) });
  const sealed = sealWithRing(ring, credentials, { connectionId, provider: 'evm', ...known });
  await agreed(service, { do: 'connect', connectionId, provider: 'evm', settings, sealed, reason });
  return connectionId;
}

/** Names a connection for what an organization begins. */
export async function useConnection(service: TestService, organizationId: string, connectionId: string): Promise<void> {
  await agreed(service, { do: 'use', organizationId, connectionId, reason }, organizationId);
}

export async function disconnect(service: TestService, connectionId: string): Promise<void> {
  await agreed(service, { do: 'disconnect', connectionId, reason });
}
