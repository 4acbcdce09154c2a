import type { Store } from '../../ground/table/store.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
  parseLedgerPosition,
  rowPosition,
} from '../../journal/rows/balance-transaction.ts';
import { type Event, EventEntity } from '../../journal/rows/event.ts';
import { type Deposit, DepositEntity, depositPartition } from '../../payouts/deposits/deposit.ts';
import { behind } from './progress.ts';

/** Two records are read for each deposit. */
const perPage = 50;

/**
 * Checks the next page of an organization's deposits: whether each was credited and announced at most once, and
 * consistently.
 */
export async function checkDeposits(store: Store, organizationId: string, after: string | undefined) {
  const page = await store.range(DepositEntity, { partition: depositPartition(organizationId), after, limit: perPage });
  const positions = page.items.flatMap(({ ledgerPosition }) => ledgerPosition ?? []);
  const sequences = page.items.flatMap(({ eventSequence }) => eventSequence ?? []);
  const [rows, events] = await Promise.all([
    store.getMany(
      BalanceTransactionEntity,
      positions.map((position) => ({ organizationId, ...parseLedgerPosition(position) })),
    ),
    store.getMany(
      EventEntity,
      sequences.map((sequence) => ({ organizationId, sequence })),
    ),
  ]);
  const findings = page.items.flatMap((deposit) => [
    ...creditFindings(
      deposit,
      rows.find((row) => rowPosition(row) === deposit.ledgerPosition),
    ),
    ...eventFindings(
      deposit,
      events.find(({ sequence }) => sequence === deposit.eventSequence),
    ),
  ]);
  return { findings, next: behind(page.examinedTo) };
}

/** A deposit that an earlier release completed names no row. */
function creditFindings(deposit: Deposit, row: BalanceTransaction | undefined): string[] {
  const { depositId, status, amount, currency, ledgerPosition } = deposit;
  if (ledgerPosition === undefined) return [];
  if (status === 'pending') return [`${depositId} is held, and names ledger row ${ledgerPosition}`];
  if (!row) return [`${depositId} names ledger row ${ledgerPosition}, which does not exist`];
  return row.depositId === depositId && row.amount === amount && row.currency === currency
    ? []
    : [`${depositId} brought ${amount} ${currency}; ledger row ${row.sequence} says otherwise`];
}

function eventFindings({ depositId, eventSequence }: Deposit, event: Event | undefined): string[] {
  if (eventSequence === undefined) return [];
  if (!event) return [`${depositId} names event ${eventSequence}, which does not exist`];
  return event.type === 'deposit.completed' && depositOf(event) === depositId
    ? []
    : [`${depositId} names event ${eventSequence}, which is not of it`];
}

/**
 * Findings about rows and events whose deposit does not exist or does not name them.
 * @param found at most a hundred
 */
export async function depositOrphans(
  store: Pick<Store, 'getMany'>,
  organizationId: string,
  found: { readonly rows?: readonly BalanceTransaction[]; readonly events?: readonly Event[] },
): Promise<string[]> {
  const rows = (found.rows ?? []).flatMap((row) =>
    row.depositId ? [{ depositId: row.depositId, name: `ledger row ${row.sequence}`, position: rowPosition(row) }] : [],
  );
  const events = (found.events ?? [])
    .filter(({ type }) => type === 'deposit.completed')
    .map((event) => ({ depositId: depositOf(event), name: `event ${event.sequence}`, sequence: event.sequence }));
  const ids = new Set([...rows, ...events].map(({ depositId }) => depositId));
  const keys = [...ids].map((depositId) => ({ organizationId, depositId }));
  const deposits = new Map((await store.getMany(DepositEntity, keys)).map((deposit) => [deposit.depositId, deposit]));
  const isNamed = (depositId: string, names: (deposit: Deposit) => boolean) => {
    const deposit = deposits.get(depositId);
    return deposit !== undefined && names(deposit);
  };
  return [
    ...rows.filter(({ depositId, position }) => !isNamed(depositId, (one) => one.ledgerPosition === position)),
    // An earlier release names no event.
    ...events.filter(
      ({ depositId, sequence }) => !isNamed(depositId, (one) => (one.eventSequence ?? sequence) === sequence),
    ),
  ].map(({ name, depositId }) => `${name} is of ${depositId}, which does not name it`);
}

function depositOf({ data }: Event): string {
  return (JSON.parse(data) as { readonly depositId: string }).depositId;
}
