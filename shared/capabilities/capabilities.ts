import type { Needs } from '../ports/wiring/capability.ts';
import { providers } from '../providers/providers.ts';
import { archive } from './archive.ts';
import { archivedChanges } from './archived-changes.ts';
import { canary } from './canary.ts';
import { canaryKey } from './canary-key.ts';
import { connections } from './connections.ts';
import { depositChain } from './deposit-chain.ts';
import { depositFlusher } from './deposit-flusher.ts';
import { depositRecords } from './deposit-records.ts';
import { eventBus } from './event-bus.ts';
import { eventBusPresence } from './event-bus-presence.ts';
import { heartbeats } from './heartbeats.ts';
import { mail } from './mail.ts';
import { notedDeposits } from './noted-deposits.ts';
import { pages } from './pages.ts';
import { receiverAddresses } from './receiver-addresses.ts';
import { receivers } from './receivers.ts';
import { sealing } from './sealing.ts';
import { secretRotation } from './secret-rotation.ts';
import { sessions } from './sessions.ts';
import { vaultNames } from './vault-names.ts';
import { vaultPayer } from './vault-payer.ts';
import { walletInspection } from './wallet-inspection.ts';

/** What every provider of a port needs, by the name of the capability. */
const ofProviders = mergeNeeds(providers.flatMap(({ ports }) => Object.entries(ports)));

/** Every capability, for the construction of stages. A function imports only its own. */
export const capabilities: Readonly<Record<string, Needs>> = {
  sessions,
  sealing,
  receivers,
  receiverAddresses,
  pages,
  mail,
  eventBus,
  eventBusPresence,
  heartbeats,
  archive,
  archivedChanges,
  secretRotation,
  canaryKey,
  canary,
  connections,
  depositChain,
  depositFlusher,
  depositRecords,
  notedDeposits,
  vaultNames,
  vaultPayer,
  walletInspection,
  ...Object.assign({}, ...providers.map((provider) => provider.capabilities)),
  ...ofProviders,
};

function mergeNeeds(entries: readonly (readonly [string, Needs])[]): Record<string, Needs> {
  const merged: Record<string, Needs> = {};
  for (const [name, { grants = [], environment }] of entries) {
    const known = merged[name];
    merged[name] = {
      grants: [...(known?.grants ?? []), ...grants],
      environment: { ...known?.environment, ...environment },
    };
  }
  return merged;
}
