import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Measurement } from '../../ground/metrics/catalog.ts';
import { insufficientBalance } from '../../ground/money/shortfall.ts';
import { type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { identity, keyOf } from '../../ground/table/keys.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { checkUnchanged, create, replace, type Write } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import { type BalanceTransaction, BalanceTransactionEntity, ledgerPosition } from '../rows/balance-transaction.ts';
import { type Event, EventEntity, type EventType } from '../rows/event.ts';
import { balanceOf, type Head } from './head.ts';
import { aheadMs, type CountedDays, type HeadNow, headNow } from './head-now.ts';

export interface EventDraft {
  readonly type: EventType;
  readonly data: unknown;
  readonly payoutId?: string;
  readonly batchId?: string;
}

/** Properties shared by all events of a draft. */
export interface EventMarks {
  readonly livemode: boolean;
  /** Whether a webhook endpoint may want the event. */
  readonly listened?: boolean;
}

/** A looked-up item in its state after the commit, and the write or check that ensures this state. */
interface LookedUp {
  readonly item: unknown;
  readonly write: Write;
}

/** Thrown when a decision looks up an item that was not read. */
export class ItemNotRead extends Error {
  override readonly name = 'Unread';
  readonly wanted: ItemRef;

  constructor(wanted: ItemRef) {
    super(`${wanted.entity.entityName} was not read`);
    this.wanted = wanted;
  }
}

/** Balances in more currencies would make the head, which every commit writes, too large. */
export const mostCurrencies = 20;

/** The outcome of a part of a decision: its value, its refusal, or that it does not fit into the commit. */
export type PartOutcome<T> = { readonly value: T } | { readonly refusal: ServiceError } | { readonly full: true };

/** Items that were read so that a decision can look them up, by key. Undefined for an item that does not exist. */
export type LookUps = ReadonlyMap<string, object | undefined>;

export type Posting = Pick<
  BalanceTransaction,
  'type' | 'currency' | 'amount' | 'fee' | 'payoutId' | 'approvalId' | 'payoutLinkId' | 'depositId' | 'reason'
>;

/**
 * The changes of a decision, collected in memory. Nothing happens until they are committed together. Sequences,
 * balances and times follow from the head that the decision read.
 */
export class JournalDraft {
  /**
   * Time of the rows: never before the head's, so that time does not run backward in a journal. No decision depends on
   * it.
   */
  readonly at: number;
  /**
   * The time of the clock, on which caps, deadlines and due times depend. After a commit by a clock that was ahead,
   * nothing may expire early.
   */
  readonly now: number;
  /** How far the clock of the last commit was ahead, in milliseconds. Undefined within the tolerance. */
  readonly headAheadMs: number | undefined;
  readonly #marks: EventMarks;
  readonly #before: Head;
  readonly #headBefore: HeadNow;
  #head: HeadNow;
  #writes: readonly Write[] = [];
  #organization: Organization | undefined;
  readonly #found: LookUps;
  #lookedUp: ReadonlyMap<string, LookedUp> = new Map();
  #unchecked: ReadonlySet<string> = new Set();
  #measurements: readonly Measurement[] = [];

  constructor(head: Head, now: number, marks: EventMarks, found: LookUps = new Map()) {
    this.#found = found;
    this.#before = head;
    this.#headBefore = headNow(head, now);
    this.#head = this.#headBefore;
    this.headAheadMs = aheadMs(head, now);
    this.at = Math.max(now, head.lastAt);
    this.now = now;
    this.#marks = marks;
  }

  /** `at` in the format of the API. */
  get timestamp(): string {
    return timestamp(this.at);
  }

  get livemode(): boolean {
    return this.#marks.livemode;
  }

  /** The head with the changes so far. */
  get head(): HeadNow {
    return this.#head;
  }

  get writes(): readonly Write[] {
    const organization = this.#organization ? [replace(OrganizationEntity, this.#organization)] : [];
    return [...this.#writes, ...organization, ...this.#lookedUpWrites()];
  }

  /** For each looked-up item: its change, or the check that it is unchanged, unless it was written otherwise. */
  #lookedUpWrites(): Write[] {
    if (this.#lookedUp.size === 0) return [];
    const written = new Set(this.#writes.map(({ key }) => identity(key)));
    return [...this.#lookedUp].filter(([key]) => !written.has(key)).map(([, { write }]) => write);
  }

  get isEmpty(): boolean {
    return this.writes.every(({ kind }) => kind === 'ConditionCheck');
  }

  /** Measurements that are counted once the commit has taken effect. */
  get measurements(): readonly Measurement[] {
    return this.#measurements;
  }

  measure(...measurements: readonly Measurement[]): void {
    this.#measurements = [...this.#measurements, ...measurements];
  }

  write(...writes: Write[]): void {
    this.#writes = [...this.#writes, ...writes];
  }

  /**
   * Looks up an item that was not known before the decision. Returns it as it was read, or as the decision has changed
   * it. If the decision does not change the item, the commit checks that it is unchanged.
   * @throws ItemNotRead when the item was not read; the decision is then made again with it
   * @throws UnknownValue when the item is in a state that this release does not know
   */
  lookUp<E extends Entity>(wanted: ItemRef<E>): FormattedItem<E> | undefined {
    const key = identity(keyOf(wanted));
    if (!this.#found.has(key)) throw new ItemNotRead(wanted);
    const item = this.#found.get(key);
    refuseUnknown(wanted.entity, item);
    if (!this.#lookedUp.has(key)) this.#keep(key, { item, write: checkUnchanged(wanted, item) });
    return this.#lookedUp.get(key)?.item as FormattedItem<E> | undefined;
  }

  /**
   * Looks up an item whose later changes do not matter to the commit, such as a limit that may be exceeded by one.
   * @throws ItemNotRead when the item was not read; the decision is then made again with it
   */
  lookUpUnchecked<E extends Entity>(wanted: ItemRef<E>): FormattedItem<E> | undefined {
    const key = identity(keyOf(wanted));
    if (!this.#found.has(key)) throw new ItemNotRead(wanted);
    return (this.#lookedUp.get(key)?.item ?? this.#found.get(key)) as FormattedItem<E> | undefined;
  }

  /** Changes an item that was looked up, or creates it. Several changes of one item are one write. */
  change<E extends Entity>(entity: E, item: FormattedItem<E> & { readonly version: number }): void {
    const key = identity(keyOf(refTo(entity, item as never)));
    const write = this.#found.get(key) ? replace(entity, item) : create(entity, { ...item, version: 1 });
    this.#keep(key, { item, write });
  }

  #keep(key: string, lookedUp: LookedUp): void {
    this.#lookedUp = new Map(this.#lookedUp).set(key, lookedUp);
  }

  /** Declares that the changes do not depend on the items read under these names. The commit does not check them. */
  skipCheck(...names: string[]): void {
    this.#unchecked = new Set([...this.#unchecked, ...names]);
  }

  isCheckSkipped(name: string): boolean {
    return this.#unchecked.has(name);
  }

  /**
   * Tries a part of a decision. If it is refused, or does not fit, everything that it counted, posted, wrote, looked up
   * or exempted from checks is undone.
   * @param mostWrites the most writes that the draft may have afterwards
   * @throws ItemNotRead, which requires repeating the whole decision, and everything else that is not a refusal
   */
  attempt<T>(part: () => T, mostWrites = Number.POSITIVE_INFINITY): PartOutcome<T> {
    const undo = this.#savepoint();
    try {
      const value = part();
      if (this.writes.length <= mostWrites) return { value };
      undo();
      return { full: true };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      undo();
      return { refusal: error };
    }
  }

  #savepoint(): () => void {
    const [head, writes, organization] = [this.#head, this.#writes, this.#organization];
    const [lookedUp, unchecked, measurements] = [this.#lookedUp, this.#unchecked, this.#measurements];
    return () => {
      [this.#head, this.#writes, this.#organization] = [head, writes, organization];
      [this.#lookedUp, this.#unchecked, this.#measurements] = [lookedUp, unchecked, measurements];
    };
  }

  /**
   * Changes the organization itself. The last of several changes wins. The head contains its version, so that every
   * later decision sees the change.
   */
  changeOrganization(organization: Organization): void {
    this.#head = { ...this.#head, organizationVersion: organization.version + 1 };
    this.#organization = organization;
  }

  /** Sets the sums of payouts in the head. */
  keepCounts(counts: CountedDays & Pick<Head, 'recentPayouts' | 'awaitingFunds'>): void {
    this.#head = { ...this.#head, ...counts };
  }

  /** The version that the commit gives the head. The commits of an organization are ordered by it. */
  get headVersion(): number {
    return this.#before.version + 1;
  }

  /** Sequence of the next event, for entities that keep the sequences of their own events. */
  get nextSequence(): number {
    return this.#head.sequence + 1;
  }

  /** Adds the event of a transition. */
  event({ type, data, payoutId, batchId }: EventDraft): void {
    const sequence = this.nextSequence;
    const event: Event = {
      organizationId: this.#head.organizationId,
      sequence,
      type,
      createdAt: this.timestamp,
      livemode: this.livemode,
      ...(this.#marks.listened && { listened: true }),
      ...(payoutId && { payoutId }),
      ...(batchId && { batchId }),
      data: JSON.stringify(data),
    };
    this.#head = { ...this.#head, sequence };
    this.write(create(EventEntity, event));
  }

  /**
   * Changes the available balance with a ledger row. A hold moves its amount from available to held, and its release
   * moves it back.
   * @returns the row's position, for entities that store their own rows
   * @throws ServiceError INSUFFICIENT_BALANCE when the balance would fall below zero; BAD_REQUEST when there would be
   * too many currencies
   */
  post(posting: Posting): string {
    const { organizationId, balances } = this.#head;
    const sequence = this.#head.ledgerSequence + 1;
    const balance = balanceOf(this.#head, posting.currency);
    const available = balance.available + posting.amount;
    if (available < 0n) {
      const { currency } = posting;
      throw insufficientBalance({ currency, needed: -posting.amount, available: balance.available });
    }
    if (!(posting.currency in balances) && Object.keys(balances).length >= mostCurrencies) {
      throw new ServiceError('BAD_REQUEST', `the organization already has balances in ${mostCurrencies} currencies`);
    }
    const held = isHeld(posting) ? balance.held - posting.amount : balance.held;
    if (held < 0n) throw new Error('more would be released than is held');
    this.#head = {
      ...this.#head,
      ledgerSequence: sequence,
      balances: { ...balances, [posting.currency]: { ...balance, available, held } },
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

  /** Whether nothing was posted, emitted or counted, so that a commit can leave the head unchanged. */
  get leavesHead(): boolean {
    return this.#head === this.#headBefore;
  }

  /** The head with these changes, and the version that the stored head must still have. */
  get headMove(): { readonly readVersion: number; readonly next: Head } {
    return { readVersion: this.#before.version, next: { ...this.#head, lastAt: this.at, clockAt: this.now } };
  }
}

function isHeld({ type }: Posting): boolean {
  return type === 'hold' || type === 'hold_release';
}
