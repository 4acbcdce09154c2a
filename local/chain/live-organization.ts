import { connectionRef } from '../../shared/connections/connection.ts';
import type { AnyOperation } from '../../shared/contract/operation.ts';
import { refTo } from '../../shared/ground/table/expressions.ts';
import { type Organization, OrganizationEntity } from '../../shared/identity/organization.ts';
import { performOperation } from '../../shared/operations/perform-operation.ts';
import { type ConnectionKind, chainSlot, vaultSlot } from '../../shared/ports/connections.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { readSettings } from '../../shared/providers/connection-trials.ts';
import { chainConnection } from '../../shared/providers/evm/connection/chain-connection.ts';
import { vaultConnection } from '../../shared/providers/evm/vault/vault-connection.ts';
import { type Credentials, makeOrganization } from '../data/quickstart.ts';
import { StartError } from '../process/start-error.ts';
import { sealWithRing } from '../secrets/ring-credentials.ts';
import type { StageSecrets } from '../secrets/stage-secrets.ts';
import { type ChainFolder, keepChain, signerFile, vaultSignerFile, type WholeChain } from './chain-file.ts';
import { developmentChain, developmentChains, testToken } from './development-chain.ts';

interface Place {
  readonly runtime: WholeRuntime;
  readonly operations: readonly AnyOperation[];
  readonly ring: Pick<StageSecrets, 'sealingKeys'>;
  readonly folder: ChainFolder;
  readonly url: string;
  readonly kept: WholeChain;
}

/**
 * The live organization that funds its payouts on the chain, either from an earlier start or a new one. Every step
 * checks whether it was done before, so an interrupted start continues. Steps that need two operators on a stage are
 * performed by two operators here too.
 */
export async function createLiveOrganization(place: Place): Promise<Credentials> {
  const { runtime, kept } = place;
  const earlier = kept.live && (await organizationRow(runtime, kept.live));
  const live = kept.live && earlier ? kept.live : await makeLiveOrganization(place);
  const organization = earlier ?? (await organizationRow(runtime, live));
  if (!organization?.verified)
    await performed(place, 'verify', { organizationId: live.organizationId, verified: true });
  for (const connection of connectionsOf(place)) {
    await ensureConnection(place, connection);
    await ensureServed(place, connection, live, organization);
  }
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
  return store.get(refTo(OrganizationEntity, { organizationId }));
}

interface WantedConnection {
  readonly connectionId: string;
  readonly slot: string;
  readonly kind: ConnectionKind;
  readonly settings: object;
  readonly signer: string;
}

/** The chain through which payouts are funded, and the vault that pays wallets. */
function connectionsOf({ kept, folder }: Place): readonly WantedConnection[] {
  const chain = developmentChain;
  const chains = developmentChains(kept);
  return [
    {
      connectionId: kept.connectionId,
      slot: chainSlot(chain),
      kind: chainConnection(chains) as unknown as ConnectionKind,
      settings: {
        chain,
        factory: kept.factory,
        proof: kept.proof,
        ...(kept.feed && { feeds: { [testToken]: kept.feed } }),
      },
      signer: signerFile(folder),
    },
    {
      connectionId: kept.vault.connectionId,
      slot: vaultSlot(chain),
      kind: vaultConnection(chains) as unknown as ConnectionKind,
      settings: { chain, vault: kept.vault.address },
      signer: vaultSignerFile(folder),
    },
  ];
}

/**
 * Creates the connection, or renews its credentials, because the node may listen at a different address than before.
 */
async function ensureConnection(
  place: Place,
  { connectionId, kind, settings, signer }: WantedConnection,
): Promise<void> {
  const { runtime, ring, url } = place;
  const { provider } = kind;
  const { slot: _, ...known } = readSettings(kind, settings);
  const connection = await runtime.store.get(connectionRef(connectionId));
  if (connection?.hosts.includes(new URL(url).host)) return;
  const sealedFor = { connectionId, provider, ...known };
  const sealed = sealWithRing(ring, JSON.stringify({ nodes: [url], signer }), sealedFor);
  const asked = connection
    ? { do: 'renew', connectionId, sealed, reason }
    : { do: 'connect', connectionId, provider, settings, sealed, reason };
  await agreed(place, asked);
}

async function ensureServed(
  place: Place,
  { connectionId, slot }: WantedConnection,
  { organizationId }: Credentials,
  organization: Organization | undefined,
): Promise<void> {
  if (organization?.connections?.[slot] === connectionId) return;
  await agreed(place, { do: 'use', organizationId, connectionId, reason }, organizationId);
}

const reason = 'npm start -- --chain';

/** A change that one operator proposes and another confirms. */
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
