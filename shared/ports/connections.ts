import type * as z from 'zod';
import type { Reach } from '../ground/network/guarded-agents.ts';
import type { Clock } from '../ground/time/clock.ts';
import type { Mode } from '../identity/mode.ts';

/** The slot of a chain, for which an organization has one connection. */
export function chainSlot(chain: string): string {
  return `chain/${chain}`;
}

/** The slot of a vault that pays wallets on a chain. */
export function vaultSlot(chain: string): string {
  return `vault/${chain}`;
}

/**
 * The properties that sealed credentials are bound to. They cannot be opened for another connection or with other
 * settings.
 */
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
  /** @returns undefined if the text was not sealed in this stage, or was sealed for something else */
  open(sealed: string, sealedFor: SealedFor): Promise<string | undefined>;
}

type Shown = Readonly<Record<string, unknown>>;

/** The facts about an account that a connection's row stores, as reported by its provider. */
export interface KnownAccount {
  /**
   * The facts that identify the account. The connection's credentials must lead to an account with all of them,
   * whichever release checks. A later release may add facts, but keeps the existing ones.
   */
  readonly account: Shown;
  /**
   * Other facts that the provider reported. They may change, and another release may ask for others, so nothing is
   * refused because of them.
   */
  readonly details: Shown;
}

/** A provider's report about the account that a connection reaches. */
export interface ReachedAccount extends KnownAccount {
  /** Identifies the account among those of its provider, port and mode. An account has one connection. */
  readonly accountId: string;
  /** Hosts through which it was reached. */
  readonly hosts: readonly string[];
  /** Findings that operators should look into: how the details differ from those that the row stores. */
  readonly findings?: readonly string[];
  /** Differences caused by the release, which need no attention. */
  readonly notes?: readonly string[];
}

/**
 * A provider refuses a connection, or does not report what it must. The message says what an operator can do about it,
 * and contains no secret.
 */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';
}

/**
 * The environment in which a connection is tested. With `loopback`, hosts on this machine can also be reached without
 * TLS.
 */
export interface TrialPlace extends Reach {
  readonly clock: Clock;
  /** The stage, whose name is in the aliases of its keys. Absent on one machine, which has no such keys. */
  readonly stage?: string | undefined;
}

/** A kind of connection, declared by its provider. */
export interface ConnectionKind<Settings = unknown, Credentials = unknown> {
  readonly provider: string;
  readonly port: string;
  /** The connection serves only organizations of this mode. */
  readonly mode: Mode;
  /** Settings never change: another account needs another connection. */
  readonly settings: z.ZodType<Settings>;
  readonly credentials: z.ZodType<Credentials>;
  /** The slot that the connection occupies, for which an organization has only one: `chain/base`. */
  readonly slotOf: (settings: Settings) => string;
  /**
   * Tests the connection without changing anything.
   * @param known what its row stores; absent for a new connection, for which everything must be proven
   * @throws ConnectionRefused
   */
  readonly check: (
    settings: Settings,
    credentials: Credentials,
    place: TrialPlace,
    known?: KnownAccount,
  ) => Promise<ReachedAccount>;
}

/** A connection to be tested. */
export interface TriedConnection extends SealedFor {
  readonly sealed: string;
  /** Absent for a new connection. */
  readonly known?: KnownAccount;
}

/** Tests connections, and reads their settings. */
export interface ConnectionTrials {
  /** @throws ServiceError VALIDATION_ERROR for settings that do not match the provider */
  read(provider: string, settings: unknown): Promise<KnownSettings>;
  /** @throws ConnectionRefused */
  check(tried: TriedConnection): Promise<ReachedAccount>;
}

/** Settings as a row stores them, and the properties derived from them. */
export interface KnownSettings {
  readonly port: string;
  readonly mode: Mode;
  readonly slot: string;
  /** JSON text, identical for identical settings. */
  readonly settings: string;
}
