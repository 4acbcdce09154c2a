import { ServiceError } from '../errors/service-error.ts';
import { type Event, EventEntity, type EventType } from '../events/event.ts';
import { type BalanceTransaction, BalanceTransactionEntity, ledgerPosition } from '../ledger/balance-transaction.ts';
import { type Organization, OrganizationEntity } from '../organizations/organization.ts';
import { timestamp } from '../runtime/clock.ts';
import { create, replace, type Write } from '../table/writes.ts';
import { balanceOf, type Head } from './head.ts';

export interface EventDraft {
  readonly type: EventType;
  readonly data: unknown;
  readonly payoutId?: string;
}

export type Posting = Pick<BalanceTransaction, 'type' | 'currency' | 'amount' | 'fee' | 'payoutId'>;

/**
 * The changes that a decision asks for, collected in memory: nothing happens until they are committed together.
 * Sequences, balances and times follow from the head that the decision read.
 */
export class JournalDraft {
  /** Time of the rows: never before the head's, so that time does not run backwards in a journal. */
  readonly at: number;
  /** The clock's time: what deadlines are compared with. One clock that was ahead must not expire what is not. */
  readonly now: number;
  readonly livemode: boolean;
  readonly #before: Head;
  #head: Head;
  readonly #writes: Write[] = [];
  readonly #disregarded = new Set<string>();

  constructor(head: Head, now: number, livemode: boolean) {
    this.#before = head;
    this.#head = head;
    this.at = Math.max(now, head.lastAt);
    this.now = now;
    this.livemode = livemode;
  }

  /** `at` as the API shows it. */
  get timestamp(): string {
    return timestamp(this.at);
  }

  get head(): Head {
    return this.#head;
  }

  get writes(): readonly Write[] {
    return this.#writes;
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  /** Adds an entity's write. */
  write(...writes: Write[]): void {
    this.#writes.push(...writes);
  }

  /** Says that what was read under these names has no part in the changes: it may be otherwise when they are written. */
  disregard(...names: string[]): void {
    for (const name of names) this.#disregarded.add(name);
  }

  isDisregarded(name: string): boolean {
    return this.#disregarded.has(name);
  }

  /** Changes the organization itself. The head names its version, so that every later decision sees the change. */
  changeOrganization(organization: Organization): void {
    this.#head = { ...this.#head, organizationVersion: organization.version + 1 };
    this.write(replace(OrganizationEntity, organization));
  }

  /** Sequence that the next event will have, for entities that keep the sequences of their own events. */
  get nextSequence(): number {
    return this.#head.sequence + 1;
  }

  /** Announces a transition. */
  event({ type, data, payoutId }: EventDraft): void {
    const sequence = this.nextSequence;
    const event: Event = {
      organizationId: this.#head.organizationId,
      sequence,
      type,
      createdAt: this.timestamp,
      livemode: this.livemode,
      ...(payoutId && { payoutId }),
      data: JSON.stringify(data),
    };
    this.#head = { ...this.#head, sequence };
    this.write(create(EventEntity, event));
  }

  /**
   * Changes the spendable balance by a ledger row.
   * @returns the row's position, for entities that keep their own rows.
   * @throws ServiceError INSUFFICIENT_BALANCE when the balance would fall below zero
   */
  post(posting: Posting): string {
    const { organizationId, balances } = this.#head;
    const sequence = this.#head.ledgerSequence + 1;
    const balance = balanceOf(this.#head, posting.currency);
    const available = balance.available + posting.amount;
    if (available < 0n) {
      throw new ServiceError('INSUFFICIENT_BALANCE', `the ${posting.currency} balance does not cover the amount`);
    }
    this.#head = {
      ...this.#head,
      ledgerSequence: sequence,
      balances: { ...balances, [posting.currency]: { ...balance, available } },
    };
    this.write(
      create(BalanceTransactionEntity, {
        organizationId,
        sequence,
        at: this.at,
        ...posting,
        balanceAfter: available,
      }),
    );
    return ledgerPosition(this.at, sequence);
  }

  /** The head that these changes lead to, and the version that must still be stored. */
  get headMove(): { readonly readVersion: number; readonly next: Head } {
    return { readVersion: this.#before.version, next: { ...this.#head, lastAt: this.at } };
  }
}
