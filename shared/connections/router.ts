import { ServiceError } from '../ground/errors/service-error.ts';
import { refTo } from '../ground/table/expressions.ts';
import type { Store } from '../ground/table/store.ts';
import type { Clock } from '../ground/time/clock.ts';
import type { Mode } from '../identity/mode.ts';
import { OrganizationEntity } from '../identity/organization.ts';
import type { ConnectionSecrets } from '../ports/connections.ts';
import { type Connection, connectionRef } from './connection.ts';
import { KeptReads } from './kept-reads.ts';

/** A connection and the means to reach its account. */
export interface Reached<Account> {
  readonly connectionId: string;
  /** Its slot, such as `chain/base`. */
  readonly slot: string;
  readonly account: Account;
}

/** How the connections of one provider are reached. */
export interface Reaching<Account> {
  readonly provider: string;
  /** Settings, credentials and the account that the provider showed when it was connected are JSON texts. */
  readonly reach: (settings: string, credentials: string, account: string) => Account;
}

/**
 * Finds the connection of an organization. New work starts on the connection that its row names; work in progress stays
 * on the connection where it was started, even after that was disconnected or another was named. Rows and opened
 * credentials are cached for 30 seconds.
 */
export class ConnectionRouter<Account> {
  readonly #place: { readonly store: Pick<Store, 'get'>; readonly secrets: ConnectionSecrets };
  readonly #reaching: Reaching<Account>;
  readonly #organizations: KeptReads<Readonly<Record<string, string>>>;
  readonly #connections: KeptReads<{ readonly row: Connection; readonly account: Account }>;

  constructor(
    place: { readonly store: Pick<Store, 'get'>; readonly secrets: ConnectionSecrets; readonly clock: Clock },
    reaching: Reaching<Account>,
  ) {
    this.#place = place;
    this.#reaching = reaching;
    this.#organizations = new KeptReads(place.clock, (organizationId) => this.#namedBy(organizationId));
    this.#connections = new KeptReads(place.clock, (connectionId) => this.#open(connectionId));
  }

  /**
   * The connection for new work.
   * @param slot its purpose, such as `chain/base`
   * @returns undefined if the organization names none, or only a disconnected one
   * @throws ServiceError INTERNAL if it belongs to a provider that this release does not know
   * @throws Error if it has another slot
   */
  async serving(organizationId: string, slot: string): Promise<Reached<Account> | undefined> {
    const connectionId = (await this.#organizations.get(organizationId))[slot];
    if (connectionId === undefined) return undefined;
    const { row, account } = await this.#of(connectionId, slot);
    return row.disabledAt === undefined ? { connectionId, slot, account } : undefined;
  }

  /**
   * The connection on which work was started.
   * @param slot for which it was started; a caller who knows only the connection reads its slot in the answer
   * @throws as `serving` does
   */
  async begunOn(connectionId: string, slot?: string): Promise<Reached<Account>> {
    const { row, account } = await this.#of(connectionId, slot);
    return { connectionId, slot: row.slot, account };
  }

  /**
   * Whether nothing may currently be sent through a connection. Read each time, within the claim of the work that
   * sends, because `halt-connection` takes effect at once.
   * @throws Error if nothing confirms that it may send
   */
  async isHalted(connectionId: string): Promise<boolean> {
    return (await this.#row(connectionId)).haltedAt !== undefined;
  }

  /**
   * Makes the next use read a connection again: its provider has refused the credentials, so they may have been
   * renewed.
   */
  forget(connectionId: string): void {
    this.#connections.forget(connectionId);
  }

  /**
   * A row that names a connection may be wrong. Its work must never be looked for on another chain, or sent through
   * another bank.
   */
  async #of(connectionId: string, slot: string | undefined) {
    const found = await this.#connections.get(connectionId);
    if (slot !== undefined && found.row.slot !== slot)
      throw new Error(`${connectionId} is a connection for ${found.row.slot}, not for ${slot}`);
    return found;
  }

  async #namedBy(organizationId: string): Promise<Readonly<Record<string, string>>> {
    const organization = await this.#place.store.get(refTo(OrganizationEntity, { organizationId }));
    return organization?.connections ?? {};
  }

  async #open(connectionId: string) {
    const row = await this.#row(connectionId);
    const { provider, port, mode, settings, sealed } = row;
    const opened = await this.#place.secrets.open(sealed, {
      connectionId,
      provider,
      port,
      mode: mode as Mode,
      settings,
    });
    if (opened === undefined) throw new Error(`the credentials of ${connectionId} cannot be opened`);
    return { row, account: this.#reaching.reach(settings, opened, row.account) };
  }

  /** @throws Error if a restore has lost it; ServiceError INTERNAL if it belongs to a later release */
  async #row(connectionId: string) {
    const row = await this.#place.store.get(connectionRef(connectionId));
    if (!row) throw new Error(`the table has no ${connectionId}`);
    if (row.provider !== this.#reaching.provider)
      throw new ServiceError('INTERNAL', `a later release knows connections of ${row.provider}`);
    return row;
  }
}
