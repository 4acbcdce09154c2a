import type { HeadVersions, ItemFate, LostPage } from '../../shared/records/archive/find-lost.ts';
import type { Collector } from './command.ts';

/** The kinds of which an operator needs every id: money, permissions, and anything that must never happen twice. */
const named = [
  'payout',
  'batch',
  'batchReference',
  'deposit',
  'bankTransfer',
  'checkoutLink',
  'checkoutAttempt',
  'checkoutPayment',
  'balanceTransaction',
  'approval',
  'intent',
  'idempotencyRecord',
  'apiKey',
  'member',
];

/** The maximum number of ids of a kind that are printed for an organization. The counts include all. */
const shownIds = 1_000;

/** Used for items that belong to no organization. */
const ofNone = '(of no organization)';

type Counts = Record<string, number>;

interface OrganizationLoss {
  /** Versions of the head among the changes that were compared. */
  headVersions?: HeadVersions;
  /** Items by entity: written and missing from the table; there in a different state; removed and there again. */
  readonly absent: Counts;
  readonly older: Counts;
  readonly back: Counts;
  /** By entity and fate: `payout absent`. */
  readonly ids: Record<string, string[]>;
}

/** Joins the pages. The last page that mentions an item decides its fate. */
export class LostReport implements Collector {
  readonly #lost = new Map<string, ItemFate>();
  readonly #heads = new Map<string, HeadVersions>();
  readonly #unreadable: string[] = [];
  #compared = 0;
  #ofTableInUse = 0;
  #between: LostPage['between'];

  add(page: unknown): void {
    const { compared, ofTableInUse, between, heads, items, unreadable } = page as LostPage;
    this.#compared += compared;
    this.#ofTableInUse += ofTableInUse;
    this.#between = joined(this.#between, between);
    this.#unreadable.push(...unreadable);
    for (const [organizationId, { first, last }] of Object.entries(heads)) {
      const known = this.#heads.get(organizationId) ?? { first, last };
      this.#heads.set(organizationId, { first: Math.min(first, known.first), last: Math.max(last, known.last) });
    }
    for (const item of items) {
      const identity = `${item.pk}\n${item.sk}`;
      // Removed first, so that ids are in the order of their last change.
      this.#lost.delete(identity);
      if (item.fate !== 'kept') this.#lost.set(identity, item);
    }
  }

  end() {
    const organizations: Record<string, OrganizationLoss> = {};
    for (const item of this.#lost.values()) {
      const { fate, entity, organizationId = ofNone } = item;
      if (fate === 'kept') continue;
      organizations[organizationId] ??= this.#emptyLoss(organizationId);
      const loss = organizations[organizationId];
      loss[fate][entity] = (loss[fate][entity] ?? 0) + 1;
      if (!named.includes(entity)) continue;
      const kind = `${entity} ${fate}`;
      loss.ids[kind] ??= [];
      if (loss.ids[kind].length < shownIds) loss.ids[kind].push(idOf(item));
    }
    const isWhole = this.#lost.size === 0 && this.#unreadable.length === 0;
    return { result: { ...this.#summary(), organizations }, isSound: isWhole };
  }

  #emptyLoss(organizationId: string): OrganizationLoss {
    const headVersions = this.#heads.get(organizationId);
    return { ...(headVersions && { headVersions }), absent: {}, older: {}, back: {}, ids: {} };
  }

  #summary() {
    return {
      lostItems: this.#lost.size,
      comparedChanges: this.#compared,
      changesOfTableInUse: this.#ofTableInUse,
      ...(this.#between && { changesBetween: this.#between }),
      ...(this.#unreadable.length > 0 && { unreadable: this.#unreadable }),
      ...(this.#compared === 0 && {
        note: 'The archive has no later change of another table, so no other table was restored.',
      }),
    };
  }
}

function joined(one: LostPage['between'], other: LostPage['between']): LostPage['between'] {
  if (!one || !other) return one ?? other;
  return { from: one.from < other.from ? one.from : other.from, to: one.to > other.to ? one.to : other.to };
}

/** The rest of a key, without kind and organization: `po_1`, or an idempotency key. */
function idOf({ pk, sk, organizationId }: ItemFate): string {
  const [, first, ...rest] = pk.split('#');
  const own = (first === organizationId ? rest : [first, ...rest]).join('#');
  if (/^[A-Z_]+$/.test(sk)) return own;
  return own === '' ? sk : `${own} ${sk}`;
}
