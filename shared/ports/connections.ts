import type * as z from 'zod';
import type { Reach } from '../ground/network/guarded-agents.ts';
import type { Clock } from '../ground/time/clock.ts';
import type { Mode } from '../identity/mode.ts';

/** The slot of a chain: what an organization has one connection for. */
export function chainSlot(chain: string): string {
  return `chain/${chain}`;
}

/** The slot of a vault that pays wallets on a chain. */
export function vaultSlot(chain: string): string {
  return `vault/${chain}`;
}

/** What sealed credentials are bound to: they cannot be opened for another connection, or with other settings. */
export interface SealedFor {
  readonly connectionId: string;
  readonly provider: string;
  readonly port: string;
  readonly mode: Mode;
  /** JSON text. */
  readonly settings: string;
}

/** Opens the credentials of connections. */
export interface ConnectionSecrets {
  /** @returns undefined when the text was not sealed in this stage, or for something else */
  open(sealed: string, sealedFor: SealedFor): Promise<string | undefined>;
}

type Shown = Readonly<Record<string, unknown>>;

/** What a connection's row keeps of what its provider has shown. */
export interface KnownAccount {
  /**
   * What tells the account from every other one. Credentials of the connection must show all of it, whichever release asks: a later release may
   * add to it, and keeps what there is.
   */
  readonly account: Shown;
  /** What else the provider has shown. It may change, and another release may ask for other things, so nothing is refused because of it. */
  readonly details: Shown;
}

/** What a provider shows of the account that a connection reaches. */
export interface ReachedAccount extends KnownAccount {
  /** Names the account among those of its provider, port and mode. An account has one connection. */
  readonly accountId: string;
  /** Hosts through which it was reached. */
  readonly hosts: readonly string[];
  /** What operators should look at: how the details differ from those that the row keeps. */
  readonly findings?: readonly string[];
  /** Differences that come from the release, and need nobody. */
  readonly notes?: readonly string[];
}

/** A provider refuses a connection, or does not show what it has to. The message says what an operator can do about it, and holds no secret. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
}

/** Where a connection is tried. With `loopback`, hosts of this machine are reached without TLS too. */
export interface TrialPlace extends Reach {
  readonly clock: Clock;
}

/** A kind of connection. Its provider declares it. */
export interface ConnectionKind<Settings = unknown, Credentials = unknown> {
  readonly provider: string;
  readonly port: string;
  /** It serves organizations of this mode alone. */
  readonly mode: Mode;
  /** They never change: another account is another connection. */
  readonly settings: z.ZodType<Settings>;
  readonly credentials: z.ZodType<Credentials>;
  /** What an organization has one connection for: `chain/base`. */
  readonly slotOf: (settings: Settings) => string;
  /**
   * Tries the connection, and changes nothing.
   * @param known what its row keeps; absent for a new connection, of which everything has to be proven
   * @throws ConnectionRefused
   */
  readonly check: (
    settings: Settings,
    credentials: Credentials,
    place: TrialPlace,
    known?: KnownAccount,
  ) => Promise<ReachedAccount>;
}

/** A connection as it is tried. */
export interface TriedConnection extends SealedFor {
  readonly sealed: string;
  /** Absent for a new connection. */
  readonly known?: KnownAccount;
}

/** Tries connections, and knows their kinds. */
export interface ConnectionTrials {
  /** @throws ServiceError VALIDATION_ERROR for settings that are not those of the provider */
  read(provider: string, settings: unknown): Promise<KnownSettings>;
  /** @throws ConnectionRefused */
  check(tried: TriedConnection): Promise<ReachedAccount>;
}

/** Settings as a row keeps them, and what follows from them. */
export interface KnownSettings {
  readonly port: string;
  readonly mode: Mode;
  readonly slot: string;
  /** JSON text, the same for the same settings. */
  readonly settings: string;
}
