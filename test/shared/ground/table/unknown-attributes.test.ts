import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { keyOf } from '../../../../shared/ground/table/keys.ts';
import { refuseUnknown, UnknownValue } from '../../../../shared/ground/table/known-values.ts';
import { unknownOf } from '../../../../shared/ground/table/unknown-attributes.ts';
import { create, replace } from '../../../../shared/ground/table/writes.ts';
import { type ApiKey, ApiKeyEntity } from '../../../../shared/identity/api-key.ts';
import { HeadEntity, newHead } from '../../../../shared/journal/commit/head.ts';
import { DueWorkEntity, replaceWork } from '../../../../shared/journal/due/due-work.ts';
import { type Payout, PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { createTestTable, type TestTable } from '../../../support/dynamodb.ts';

let table: TestTable;

beforeEach(async () => {
  table = await createTestTable();
});

type Raw = Record<string, unknown>;

const headRef = refTo(HeadEntity, { organizationId: 'org' });
const day = { day: '2026-03-01', amount: '5', since: 1 };

/** A head as a later release has stored it. */
const later: Raw = {
  ...(create(HeadEntity, newHead('org', 1_000)).input.Item as Raw),
  balances: { USD: { available: '7', held: '1', reserved: '3' } },
  paidToday: { ...day, refunded: '2' },
  shards: [1, { of: 'eight' }],
};

const put = (Item: Raw) => table.client.send(new PutCommand({ TableName: table.tableName, Item }));
const stored = async (): Promise<Raw | undefined> => {
  const get = new GetCommand({ TableName: table.tableName, Key: keyOf(headRef), ConsistentRead: true });
  return (await table.client.send(get)).Item;
};

/** Reads the head, and replaces it with what `change` makes of it. */
async function change(make: (head: ReturnType<typeof newHead>) => ReturnType<typeof newHead>): Promise<void> {
  const store = createStore(table);
  const head = await store.get(headRef);
  if (!head) throw new Error('no head');
  await store.transact([replace(HeadEntity, make(head))], randomUUID());
}

describe('what a later release has stored in an item', () => {
  beforeEach(async () => {
    await put(later);
  });

  test('is not shown, and stays when the item is replaced, outside and inside', async () => {
    expect(Object.keys((await createStore(table).get(headRef)) ?? {})).not.toContain('shards');

    await change((head) => ({ ...head, sequence: 9 }));

    expect(await stored()).toEqual({ ...later, sequence: 9, version: 1 });
  });

  test('stays in a map that moves and in one that is copied, and goes with a map that goes', async () => {
    await change(({ paidToday, ...head }) => ({
      ...head,
      balances: {
        ...head.balances,
        USD: { ...head.balances.USD, available: 8n, held: 0n },
        EUR: { available: 1n, held: 0n },
      },
      ...(paidToday && { paidBefore: paidToday }),
    }));

    expect(await stored()).toMatchObject({
      balances: { USD: { available: '8', held: '0', reserved: '3' }, EUR: { available: '1', held: '0' } },
      paidBefore: { ...day, refunded: '2' },
      shards: [1, { of: 'eight' }],
    });
    expect(await stored()).not.toHaveProperty('paidToday');

    await change((head) => ({ ...head, balances: { EUR: { available: 1n, held: 0n } } }));

    expect((await stored())?.balances).toEqual({ EUR: { available: '1', held: '0' } });
  });

  test('goes with a map that is made anew, unless it says that it is the same', async () => {
    await change((head) => ({ ...head, balances: { USD: { available: 8n, held: 0n } } }));
    expect((await stored())?.balances).toEqual({ USD: { available: '8', held: '0' } });

    await put(later);
    await change((head) => ({
      ...head,
      balances: { USD: { ...unknownOf(head.balances.USD), available: 8n, held: 0n } },
    }));
    expect((await stored())?.balances).toEqual({ USD: { available: '8', held: '0', reserved: '3' } });
  });

  test('does not keep what this release knows and takes out', async () => {
    await change(({ paidToday: _, ...head }) => head);
    expect(await stored()).not.toHaveProperty('paidToday');
  });
});

describe('what was read from one item', () => {
  const payoutRow = (payoutId: string, more: Raw = {}): Raw => ({ ...payout(payoutId), ...more });
  const payout = (payoutId: string) =>
    create(PayoutEntity, {
      organizationId: 'org',
      payoutId,
      version: 1,
      status: 'pending',
      requiresFunding: false,
      given: {},
      recipientId: 'rcp',
      destinationAccountId: 'acct',
      corridorId: 'eur_de_iban',
      sourceAmount: 1n,
      sourceCurrency: 'USD',
      destinationAmount: 1n,
      destinationCurrency: 'EUR',
      fee: 0n,
      rate: '1',
      counted: { day: '2026-03-01', endUsers: [] },
      livemode: false,
      createdAt: '',
      updatedAt: '',
      eventSequences: [],
      ledgerPositions: [],
    }).input.Item as Raw;

  test('is not written into another one that is made from it', () => {
    const counted = { day: '2026-03-01', endUsers: [], zone: 'UTC' };
    const found: Payout = format(PayoutEntity, payoutRow('po_1', { split: true, counted }));

    expect(replace(PayoutEntity, found).input.Item).toMatchObject({ split: true, counted });
    const copy = create(PayoutEntity, { ...found, payoutId: 'po_2' }).input.Item;
    expect(copy).toEqual({ ...payoutRow('po_2') });
  });

  test('a successor of a key starts with what this release knows', () => {
    const key = {
      id: 'akid_test_1',
      version: 1,
      organizationId: 'org',
      name: 'server',
      prefix: 'svc_test_1',
      mode: 'sandbox',
      scheme: 'pem',
      publicKey: '',
      scopes: ['read'],
      allowedIps: [],
      issuedBy: 'ada',
      createdAt: '',
      lifetimeMs: 1,
      expiresAt: 1,
      lineage: 'akid_test_0',
    } satisfies ApiKey;
    const found = format(ApiKeyEntity, { ...(create(ApiKeyEntity, key).input.Item as Raw), lineage: 'theirs' });

    // The name under which we show an attribute may be another attribute's name in the table.
    expect(found.lineage).toBe('akid_test_0');
    expect(replace(ApiKeyEntity, found).input.Item).toMatchObject({ line: 'akid_test_0', lineage: 'theirs' });
    expect(create(ApiKeyEntity, { ...found, id: 'akid_test_2' }).input.Item).not.toHaveProperty('lineage');
  });

  test('due work that takes the place of other work starts anew', () => {
    const key = { organizationId: 'org', kind: 'rails', resourceId: 'po_1' } as const;
    const found = format(DueWorkEntity, { ...(replaceWork(key, 1).input.Item as Raw), priority: 1 });

    expect(replaceWork(found, 2).input.Item).not.toHaveProperty('priority');
  });

  test('is refused where something is missing or is of another type, without showing what it is', () => {
    expect(() => format(PayoutEntity, payoutRow('po_1', { rate: undefined }))).toThrow('payout.rate');
    expect(() => format(PayoutEntity, payoutRow('po_1', { rate: 12345 }))).toThrow(/^(?!.*12345).*payout\.rate/);
    expect(() => format(PayoutEntity, payoutRow('po_1', { counted: 'yesterday' }))).toThrow('payout.counted');
    expect(() => format(PayoutEntity, payoutRow('po_1', { eventSequences: {} }))).toThrow('payout.eventSequences');
  });

  test('is decided about only in a state that is known', () => {
    const found = format(PayoutEntity, payoutRow('po_1', { status: 'paused' }));

    expect(found.status).toBe('paused');
    expect(() => refuseUnknown(PayoutEntity, found)).toThrow(UnknownValue);
    expect(() => refuseUnknown(PayoutEntity, { ...found, status: 'failed', failureCode: 'lost' })).not.toThrow();
    expect(() => refuseUnknown(PayoutEntity, undefined)).not.toThrow();
  });
});
