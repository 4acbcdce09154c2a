import { beforeAll, describe, expect, test } from 'vitest';
import { resume, setControls, suspend } from '../../shared/journal/commit/support.ts';
import type { FakeRail } from '../../support/fake-rail.ts';
import {
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  readFeed,
  recipientBody,
  type TestOrganization,
} from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { TestService } from '../../support/service.ts';
import { revoke } from '../api-keys/support.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  fatesOf,
  itemsOf,
  linesTo,
  payee,
  startBatches,
  submit,
  submitted,
} from './support.ts';

let service: TestService;
let rail: FakeRail;
let of: TestOrganization;
let recipient: Body;
/** Accounts, by what is wrong with them. */
let accounts: Readonly<Record<'foreign' | 'blocked' | 'philippine' | 'british', string>>;

beforeAll(async () => {
  ({ service, rail } = await startBatches());
  of = await batchingOrganization(service);
  recipient = await payee(service, of);
  const foreign = await payee(service, await fundedOrganization(service));
  const blocked = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
  await service.post(`/recipients/${of.organizationId}`, of, blocked);
  const accountOf = ({ methods }: Body): string => methods[0].destinationAccountId;
  accounts = {
    foreign: accountOf(foreign),
    // The second creation answers what the refused one stored.
    blocked: accountOf(bodyOf(await service.post(`/recipients/${of.organizationId}`, of, blocked), 201)),
    philippine: accountOf(await addRecipient(service, of, { corridorId: 'php_ph_account' })),
    british: accountOf(await addRecipient(service, of, { corridorId: 'gbp_gb_account' })),
  };
});

const noAccount = [{ type: 'DESTINATION_ACCOUNT_NOT_FOUND', detail: 'destinationAccountId: no such account' }];

describe('a line is invalid', () => {
  test.each<[string, () => Record<string, unknown>, object[]]>([
    ['to an unknown account', () => ({ destinationAccountId: `${accounts.british.slice(0, -6)}zzzzzz` }), noAccount],
    ['to what is no account', () => ({ destinationAccountId: 'account' }), noAccount],
    ['to the account of another organization', () => ({ destinationAccountId: accounts.foreign }), noAccount],
    ['to a blocked recipient', () => ({ destinationAccountId: accounts.blocked }), [{ type: 'PAYOUT_REFUSED' }]],
    ['of zero', () => ({ amount: '0.00' }), [{ type: 'BAD_REQUEST', detail: 'amount: is not positive' }]],
    ['with too many places', () => ({ amount: '1.001' }), [{ type: 'VALIDATION_ERROR', path: 'amount' }]],
    ['above the range', () => ({ amount: '250000.01' }), [{ type: 'BAD_REQUEST' }]],
    ['below the range', () => ({ amount: '0.01' }), [{ type: 'BAD_REQUEST' }]],
    [
      'for a purpose that is none',
      () => ({ purposeOfPayment: 'P0103' }),
      [{ type: 'VALIDATION_ERROR', path: 'purposeOfPayment' }],
    ],
    [
      'with a leg that its corridor does not have',
      () => ({ amountLeg: 'destination', destinationAccountId: accounts.philippine }),
      [{ type: 'EXACT_OUTPUT_UNSUPPORTED' }],
    ],
    [
      'with an expectation in no amount of its currency',
      () => ({ expectDestination: { amount: '1.001' } }),
      [{ type: 'QUOTE_UNVERIFIABLE' }],
    ],
  ])('%s, as POST payouts refuses it', async (_name, change, errors) => {
    const [line = {}] = linesTo(recipient, 1, change());
    const batch = await submitted(service, of, [line]);
    await advance(service, of, batch);
    expect(await itemsOf(service, of, batch)).toMatchObject([{ index: 0, status: 'invalid', errors }]);
    const refused = await service.post(`${pathOf(of)}/payouts`, of, line);
    const [{ type, detail }] = (await itemsOf(service, of, batch))[0].errors;
    expect(refused.body.type).toBe(type);
    if (type !== 'VALIDATION_ERROR') expect(refused.body.detail).toBe(detail);
  });

  test(
    'for what is wrong with it alone: the others stay valid, and say what they ask for',
    quotes({ 'States and transitions > Payout batch': '`received` | validation | any invalid line' }),
    async () => {
      const good = linesTo(recipient, 3);
      const items = [
        good[0],
        { ...good[1], amount: '0.00' },
        { ...good[2], destinationAccountId: accounts.british, amountLeg: 'destination', amount: '7.00' },
        { ...linesTo(recipient, 4)[3], amount: '20.00' },
      ];
      const batch = await submitted(service, of, items);
      await advance(service, of, batch);
      expect(await batchOf(service, of, batch)).toMatchObject({
        status: 'awaiting_confirmation',
        autoCommit: true,
        counts: { pending: 0, valid: 3, invalid: 1, created: 0, create_failed: 0 },
        progress: { validated: 4, resolved: 1 },
        totals: {
          requested: [
            { corridorId: 'gbp_gb_account', amountLeg: 'destination', currency: 'GBP', count: 1, amount: '7.00' },
            { corridorId: 'eur_de_iban', amountLeg: 'source', currency: 'USD', count: 2, amount: '30.00' },
          ],
          debited: [],
        },
      });
    },
  );

  test('when the organization is suspended meanwhile', async () => {
    const by = await batchingOrganization(service);
    const batch = await submitted(service, by, linesTo(await payee(service, by), 2));
    await suspend(service.runtime, by.organizationId);
    await advance(service, by, batch);
    await resume(service.runtime, by.organizationId);
    expect(await fatesOf(service, by, batch)).toEqual({ 'invalid ACCOUNT_BLOCKED': 2 });
  });
});

describe('twins in a batch', () => {
  const twin = 'invalid DUPLICATE_REQUEST_DETECTED';

  test('are invalid from the second on: lines of one reference, and lines that are identical', async () => {
    const [first, second] = linesTo(recipient, 2);
    const { reference: _, ...unnamed } = first;
    const items = [first, second, { ...first, amount: '9.00' }, { ...second }, unnamed, { ...unnamed }];
    const batch = await submitted(service, of, items);
    await advance(service, of, batch);
    const found = await itemsOf(service, of, batch);
    expect(found.map(({ status, errors }) => [status, errors?.[0].code, errors?.[0].path])).toEqual([
      ['valid', undefined, undefined],
      ['valid', undefined, undefined],
      ['invalid', 'duplicate_in_batch', 'reference'],
      ['invalid', 'duplicate_in_batch', undefined],
      ['valid', undefined, undefined],
      ['invalid', 'duplicate_in_batch', undefined],
    ]);
    expect(found[2].errors[0].detail).toContain('items[0]');
  });

  test('are found by what they say: without a reference, however amounts and texts are written', async () => {
    const [{ reference: _, ...line }] = linesTo(recipient, 1);
    const expecting = (amount: string, tolerance: string) => ({ ...line, expectDestination: { amount, tolerance } });
    const items = [
      { ...line, amount: '10' },
      { ...line, amount: '10.0' },
      { ...line, amount: '10.00' },
      { ...line, amount: '100' },
      { ...line, amount: '10.01' },
      { ...line, amount: '10', amountLeg: 'source' },
      { ...line, amount: '10', endUserId: 'Zoë' },
      { ...line, amount: '10.00', endUserId: 'Zoe\u0308' },
      expecting('9.0', '0.10'),
      expecting('9', '0.1'),
      expecting('9', '0.2'),
    ];
    const batch = await submitted(service, of, items);
    await advance(service, of, batch);
    const found = await itemsOf(service, of, batch);
    expect(found.map(({ status, errors }) => errors?.[0].detail.match(/items\[\d+\]/)?.[0] ?? status)).toEqual([
      ...['valid', 'items[0]', 'items[0]', 'valid', 'valid', 'items[0]'],
      ...['valid', 'items[6]', 'valid', 'items[8]', 'valid'],
    ]);
    expect(found.map(({ request }) => request.amount)).toEqual(items.map(({ amount }) => amount));
  });

  test('are found by their references, however these are written', async () => {
    const [line] = linesTo(recipient, 1);
    const references = ['Müller 1', 'Mu\u0308ller 1', 'Müller\u00a01', 'müller 1', 'Müller\ufe0f 1'];
    const items = references.map((reference, index) => ({ ...line, amount: `${index + 1}.00`, reference }));
    const batch = await submitted(service, of, items);
    await advance(service, of, batch);
    const found = await itemsOf(service, of, batch);
    expect(found.map(({ errors }) => errors?.[0].path)).toEqual([
      undefined,
      'reference',
      'reference',
      undefined,
      'reference',
    ]);
    expect(found.map(({ request }) => request.reference)).toEqual(references);
  });

  test('are found across the commits of a validation', async () => {
    const lines = linesTo(recipient, 200);
    const batch = await submitted(service, of, [...lines.slice(0, 199), { ...lines[3], amount: '9.00' }]);
    await advance(service, of, batch);
    expect(await fatesOf(service, of, batch)).toEqual({ valid: 199, [twin]: 1 });
  });

  test(
    'are valid with X-Allow-Duplicate: true, and with nothing else',
    quotes({ 'Endpoints > Create a payout batch': '`X-Allow-Duplicate` optional.' }),
    async () => {
      for (const [header, fates] of [
        ['true', { created: 2 }],
        ['false', { valid: 1, [twin]: 1 }],
      ] as const) {
        const by = await batchingOrganization(service);
        const [line] = linesTo(await payee(service, by), 1);
        const batch = bodyOf(await submit(service, by, [line, line], {}, { 'x-allow-duplicate': header }), 202);
        await advance(service, by, batch);
        expect(await fatesOf(service, by, batch)).toEqual(fates);
      }
    },
  );
});

describe('a validated run', () => {
  test.each([
    ['a threshold', { threshold: 1_000_000_00n }],
    ['a daily threshold', { dailyThreshold: 1_000_000_00n }],
  ])(
    'waits for its confirm under %s, however small its lines',
    quotes({
      'States and transitions > Payout batch':
        'or approvals required (`autoCommit` forced to false) | `awaiting_confirmation` |',
    }),
    async (_name, rule) => {
      const by = await batchingOrganization(service);
      const { userId } = await service.member(by.organizationId, 'operator');
      await setControls(service.runtime, by.organizationId, { approvals: { ...rule, quorum: 1, approvers: [userId] } });
      const batch = await submitted(service, by, linesTo(await payee(service, by), 1, { amount: '1.00' }));
      expect(batch.autoCommit).toBe(true);
      await advance(service, by, batch);
      expect(await batchOf(service, by, batch)).toMatchObject({ status: 'awaiting_confirmation', autoCommit: false });
    },
  );

  test('waits where its key was revoked meanwhile: only a person can answer for it', async () => {
    const by = await batchingOrganization(service);
    const batch = await submitted(service, by, linesTo(await payee(service, by), 1));
    const owner = await service.member(by.organizationId, 'owner');
    const reader = { ...by, ...(await service.key(by.organizationId)) };
    bodyOf(await revoke(service, by.organizationId, owner, by.key.id));
    await advance(service, by, batch);
    expect(await batchOf(service, reader, batch)).toMatchObject({ status: 'awaiting_confirmation', autoCommit: true });
    expect((await act(service, by, batch, 'confirm', reader)).body).toMatchObject({
      type: 'PAYOUT_BATCH_NOT_CONFIRMABLE',
      detail: expect.stringContaining('revoked'),
    });
    bodyOf(await act(service, by, batch, 'confirm', owner));
    await advance(service, by, batch);
    expect(await fatesOf(service, reader, batch)).toEqual({ created: 1 });
  });

  test(
    'has moved no money and asked no price, and says so once',
    quotes({ 'States and transitions > Payout batch': 'or `autoCommit` false' }),
    async () => {
      const by = await batchingOrganization(service, '5.00');
      const prices: unknown[] = [];
      const { price } = rail;
      rail.price = (...asked) => {
        prices.push(asked);
        return price(...asked);
      };
      // More than the balance has: that is decided when the lines are created.
      const batch = await submitted(service, by, linesTo(await payee(service, by), 250), { autoCommit: false });
      await advance(service, by, batch);
      rail.price = price;
      expect(prices).toEqual([]);
      const events = await readFeed(service, by);
      expect(events.map(({ type }) => type)).toEqual(['deposit.completed', 'payout_batch.awaiting_confirmation']);
      const after = await batchOf(service, by, batch);
      expect(after).toMatchObject({ status: 'awaiting_confirmation', autoCommit: false, counts: { valid: 250 } });
      expect(events[1]).toMatchObject({ batchId: batch.batchId, payoutId: null, data: after });
      await expectSoundBooks(service, by);
    },
  );
});
