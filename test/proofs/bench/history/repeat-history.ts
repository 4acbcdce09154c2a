import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { keyOf } from '../../../../shared/ground/table/keys.ts';
import { RailRecordEntity } from '../../../../shared/providers/records/rail-record.ts';
import { copierOf, type Shift } from './copied-text.ts';

/** Entities that a history of payouts is made of. The organization, its keys and its recipient are there once. */
const repeated = [
  'auditEvent',
  'balanceTransaction',
  'deposit',
  'duplicateGuard',
  'event',
  'idempotencyRecord',
  'payout',
  'payoutReference',
  'sandboxPayment',
  'singleUse',
];
/** What expires is kept until the file has been measured, so that a history is as large as it would be in a busy hour. */
const keptSeconds = 24 * 60 * 60;

interface Row {
  readonly ofTable: string;
  readonly pk: string;
  readonly sk: string;
  readonly ttl: number | null;
  readonly rest: string;
}

interface Head {
  readonly version: number;
  readonly sequence: number;
  readonly ledgerSequence: number;
  readonly balances: Readonly<Record<string, { readonly available: string; readonly held: string }>>;
  readonly paidToday?: DayCount;
  readonly paidBefore?: DayCount;
}

/** What a day's payouts come to, from a row of the ledger on. */
interface DayCount {
  readonly since: number;
}

/**
 * Repeats the history of the one organization in a file that no stack uses: the copies end where it began, each behind the one
 * before, under ids of their own. It must have spent what it was paid in, so that the next copy begins with the same balance.
 */
export function repeatHistory(path: string, copies: number): void {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN');
    writeCopies(file, copies);
    file.exec('COMMIT');
  } finally {
    file.close();
  }
}

function writeCopies(file: DatabaseSync, copies: number): void {
  const headRow = file.prepare(`SELECT ${columns} FROM items WHERE ${entity} = 'head'`).get() as unknown as Row;
  const head: Head = JSON.parse(headRow.rest);
  if (Object.values(head.balances).some(({ available, held }) => available !== '0' || held !== '0')) {
    throw new Error('a history that leaves money cannot be repeated');
  }
  const isRepeated = `${entity} IN (${repeated.map((name) => `'${name}'`).join(', ')})`;
  const rows = file.prepare(`SELECT ${columns} FROM items WHERE ${isRepeated}`).all() as unknown as Row[];
  file.exec(`DELETE FROM items WHERE ${isRepeated}`);
  const insert = file.prepare(`INSERT INTO items (${columns}) VALUES (?, ?, ?, ?, ?)`);
  const spanMs = spanOf(rows);
  for (const row of rows) writeRow(insert, row, { head, copies, spanMs });
  const days = Object.entries({ paidToday: head.paidToday, paidBefore: head.paidBefore }).flatMap(([name, day]) =>
    // They count the last copy.
    day ? [[name, { ...day, since: day.since + (copies - 1) * head.ledgerSequence }]] : [],
  );
  const rest = {
    ...head,
    ...Object.fromEntries(days),
    version: head.version * copies,
    sequence: head.sequence * copies,
    ledgerSequence: head.ledgerSequence * copies,
  };
  file
    .prepare('UPDATE items SET rest = ? WHERE ofTable = ? AND pk = ? AND sk = ?')
    .run(JSON.stringify(rest), headRow.ofTable, headRow.pk, headRow.sk);
}

const columns = 'ofTable, pk, sk, ttl, rest';
const entity = `json_extract(rest, '$._et')`;

interface History {
  readonly head: Head;
  readonly copies: number;
  readonly spanMs: number;
}

function writeRow(insert: StatementSync, { ofTable, pk, sk, ttl, rest }: Row, { head, copies, spanMs }: History): void {
  const item = JSON.parse(rest);
  const [partition, sort, others] = [copierOf(pk), copierOf(sk), copierOf(rest)];
  const isEvent = item._et === 'event';
  const isPayment = item._et === 'sandboxPayment';
  for (let later = 0; later < copies; later += 1) {
    const earlier = copies - 1 - later;
    const shift: Shift = {
      copy: later,
      ms: -later * spanMs,
      events: earlier * head.sequence,
      ledgerRows: earlier * head.ledgerSequence,
    };
    const key = sort(shift);
    const shard = isPayment ? keyOf(refTo(RailRecordEntity, { key })).pk : partition(shift);
    insert.run(ofTable, shard, key, ttl && ttl + keptSeconds, numbered(others(shift), item, isEvent, shift));
  }
}

/** Only here two kinds of rows number differently what they call alike. */
function numbered(rest: string, item: { readonly sequence?: number }, isEvent: boolean, shift: Shift): string {
  if (item.sequence === undefined) return rest;
  const sequence = item.sequence + (isEvent ? shift.events : shift.ledgerRows);
  return rest.replace(`"sequence":${item.sequence},`, `"sequence":${sequence},`);
}

/** From the first row of the journal to behind the last, milliseconds. */
function spanOf(rows: readonly Row[]): number {
  const times = rows.flatMap(({ rest }) => {
    const { at, createdAt, updatedAt } = JSON.parse(rest);
    return [at, Date.parse(updatedAt ?? createdAt)].filter(Number.isFinite);
  });
  return Math.max(...times) - Math.min(...times) + 1;
}
