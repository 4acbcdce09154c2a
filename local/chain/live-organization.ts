import { connectionRead } from '../../shared/connections/connection.ts';
import type { AnyOperation } from '../../shared/contract/operation.ts';
import { read } from '../../shared/ground/table/expressions.ts';
import { type Organization, OrganizationEntity } from '../../shared/identity/organization.ts';
import { performOperation } from '../../shared/operations/perform-operation.ts';
import { chainSlot } from '../../shared/ports/connections.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { readSettings } from '../../shared/providers/connection-trials.ts';
import { chainConnection } from '../../shared/providers/evm/connection/chain-connection.ts';
import { type Credentials, makeOrganization } from '../quickstart.ts';
import { sealWithRing } from '../ring-credentials.ts';
import type { StageSecrets } from '../stage-secrets.ts';
import { StartError } from '../start-error.ts';
import { type ChainFolder, type KeptChain, keepChain, signerFile } from './chain-file.ts';
import { developmentChain, developmentChains } from './development-chain.ts';

interface Place {
  readonly runtime: WholeRuntime;
  readonly operations: readonly AnyOperation[];
  readonly ring: Pick<StageSecrets, 'sealingKeys'>;
  readonly folder: ChainFolder;
  readonly url: string;
  readonly kept: KeptChain;
}

/**
 * The live organization that funds its payouts on the chain, of an earlier start or a new one. Every step looks whether it was done before, so a
 * start that was interrupted goes on. What takes two operators on a stage is done by two here, too.
 */
export async function openLiveOrganization(place: Place): Promise<Credentials> {
  const { runtime, kept } = place;
  const earlier = kept.live && (await organizationRow(runtime, kept.live));
  const live = kept.live && earlier ? kept.live : await makeLiveOrganization(place);
  await ensureConnection(place);
  const organization = earlier ?? (await organizationRow(runtime, live));
  await ensureServed(place, live, organization);
  return live;
}

async function makeLiveOrganization({ runtime, folder, kept }: Place): Promise<Credentials> {
  const live = await makeOrganization(runtime, {
    name: 'Quickstart (live)',
    mode: 'live',
    features: ['developer', 'mass_payouts'],
  });
  keepChain(folder, { ...kept, live });
  return live;
}

function organizationRow({ store }: WholeRuntime, { organizationId }: Pick<Credentials, 'organizationId'>) {
  return store.get(read(OrganizationEntity, { organizationId }));
}

/** Makes the connection, or renews its credentials: the node may listen elsewhere than before. */
async function ensureConnection(place: Place): Promise<void> {
  const { runtime, ring, folder, url, kept } = place;
  const { connectionId } = kept;
  const settings = { chain: developmentChain, factory: kept.factory, proof: kept.proof };
  const { slot: _, ...known } = readSettings(chainConnection(developmentChains(kept)) as never, settings);
  const connection = await runtime.store.get(connectionRead(connectionId));
  if (connection?.hosts.includes(new URL(url).host)) return;
  const sealedFor = { connectionId, provider: 'evm', ...known };
  const sealed = sealWithRing(ring, JSON.stringify({ nodes: [url], signer: signerFile(folder) }), sealedFor);
  const asked = connection
    ? { do: 'renew', connectionId, sealed, reason }
    : { do: 'connect', connectionId, provider: 'evm', settings, sealed, reason };
  await agreed(place, asked);
}

async function ensureServed(place: Place, live: Credentials, organization: Organization | undefined): Promise<void> {
  const { organizationId } = live;
  const { connectionId } = place.kept;
  if (!organization?.verified) await performed(place, 'verify', { organizationId, verified: true });
  if (organization?.connections?.[chainSlot(developmentChain)] === connectionId) return;
  await agreed(place, { do: 'use', organizationId, connectionId, reason }, organizationId);
}

const reason = 'npm start -- --chain';

/** What one operator proposes and another confirms. */
async function agreed(place: Place, input: object, organizationId = 'stage'): Promise<void> {
  const { proposalId } = await performed(place, 'connections', input);
  await performed(place, 'confirm', { organizationId, proposalId, decision: 'execute' }, 'npm-start/second');
}

async function performed(
  { runtime, operations }: Place,
  name: string,
  input: object,
  operator = 'npm-start/first',
): Promise<{ readonly proposalId?: string }> {
  const operation = operations.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  const answer = await performOperation(operation, { input }, runtime, async () => operator);
  if ('error' in answer) throw new StartError(`The chain cannot be used: ${answer.error.detail}.`);
  return answer.result as { readonly proposalId?: string };
}
