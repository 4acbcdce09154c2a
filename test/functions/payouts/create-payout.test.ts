import { beforeAll, describe, expect, test } from 'vitest';
import { available, suspend } from '../../shared/journal/commit/support.ts';
import { expectError } from '../../support/answers.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { beforeFirst, createFaultyTable, type FaultyTable } from '../../support/faults.ts';
import {
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  readFeed,
  readLedger,
  recipientBody,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

let table: FaultyTable;
let service: TestService;
let organization: TestOrganization;
let recipient: Answer['body'];

beforeAll(async () => {
  table = await createFaultyTable();
  service = await TestService.start({}, table);
  organization = await fundedOrganization(service, '10000.00');
  recipient = await addRecipient(service, organization, { endUserId: 'user-of-recipient' });
});

const send = (body: object = {}) => sendPayout(service, organization, recipient, body as Record<string, unknown>);

/** What a refused payout must leave as it was. */
async function unchanged(act: () => Promise<Answer>, of = organization, at = service): Promise<Answer> {
  const before = [await available(at, of), (await readFeed(at, of)).length];
  const answer = await act();
  expect([await available(at, of), (await readFeed(at, of)).length]).toEqual(before);
  return answer;
}

describe('a payout', () => {
  test(
    'is debited and answered, with one ledger row and payout.pending, and goes its way',
    quotes({ 'Endpoints > Other referenced operations': '`POST P/payouts` | create and send a payout' }),
    async () => {
      const of = await fundedOrganization(service, '100.00');
      const payee = await addRecipient(service, of);
      const more = { reference: 'invoice 7', endUserId: 'user', purposeOfPayment: 'salary' };
      const payout = bodyOf(await sendPayout(service, of, payee, more));
      const at = new Date(service.clock.now).toISOString();
      expect(payout).toEqual({
        payoutId: expect.stringMatching(/^po_/),
        status: 'pending',
        requiresFunding: false,
        ...more,
        recipientId: payee.recipientId,
        destinationAccountId: payee.methods[0].destinationAccountId,
        sourceAmount: '100.00',
        sourceCurrency: 'USD',
        destinationAmount: '91.54',
        destinationCurrency: 'EUR',
        fee: { amount: '0.50', currency: 'USD' },
        rate: '0.92',
        livemode: false,
        createdAt: at,
        updatedAt: at,
      });
      expect((await readLedger(service, of)).at(-1)).toMatchObject({
        type: 'payout',
        amount: '-100.00',
        fee: '0.50',
        balanceAfter: '0.00',
        payoutId: payout.payoutId,
      });
      const events = await readFeed(service, of);
      expect(events.at(-1)).toMatchObject({ type: 'payout.pending', payoutId: payout.payoutId, data: payout });
      const found = bodyOf(await service.get(`${pathOf(of)}/orders?reference=invoice%207`, of));
      expect(found.data).toEqual([payout]);
      await settle(service);
      expect(bodyOf(await service.get(`${pathOf(of)}/orders/${payout.payoutId}`, of)).status).toBe('completed');
      await expectSoundBooks(service, of);
    },
  );

  test.each([
    ['source', '100.00', '91.54'],
    ['source_net', '100.50', '92.00'],
    ['destination', '109.20', '100.00'],
  ])('of 100.00 as %s debits %s and %s arrives', async (amountLeg, sourceAmount, destinationAmount) => {
    expect(bodyOf(await send({ amountLeg }))).toMatchObject({ sourceAmount, destinationAmount });
  });

  test(
    'is for the recipient’s end user unless the caller names another',
    quotes({ 'Resources and their fields > Payout': "`endUserId` | caller's end-user id" }),
    async () => {
      expect(bodyOf(await send()).endUserId).toBe('user-of-recipient');
      expect(bodyOf(await send({ endUserId: 'said' })).endUserId).toBe('said');
    },
  );

  test('asks for one price, before the turn that it takes when others are first', async () => {
    const rail = new FakeRail();
    const stage = await TestService.start({ rails: rail.rails }, table);
    const of = await fundedOrganization(stage);
    const payee = await addRecipient(stage, of);
    let asked = 0;
    rail.price = async ({ fee }) => {
      asked += 1;
      return { rate: '0.92', fee };
    };
    table.intercept(
      beforeFirst('TransactWrite', () => stage.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '1.00' })),
    );
    bodyOf(await sendPayout(stage, of, payee));
    table.intercept(undefined);
    expect(asked).toBe(1);
    expect(await available(stage, of)).toBe('901.00');
  });

  test('of the same body under another key is a duplicate, and neither priced nor sent', async () => {
    const rail = new FakeRail();
    const stage = await TestService.start({ rails: rail.rails }, table);
    const of = await fundedOrganization(stage);
    const payee = await addRecipient(stage, of);
    const first = bodyOf(await sendPayout(stage, of, payee, { reference: 'once' }));
    rail.price = async () => Promise.reject(new Error('was asked'));
    const twin = await unchanged(() => sendPayout(stage, of, payee, { reference: 'once' }), of, stage);
    expectError(twin, 'DUPLICATE_REQUEST_DETECTED', { originalPayoutId: first.payoutId });
  });
});

describe('expectDestination', () => {
  test.each([
    [{ amount: '91.54' }],
    [{ amount: '91.53' }],
    [{ amount: '0.01' }],
    [{ amount: '92', tolerance: '0.005' }],
    // 91.54 is 91.54 % of 100.00.
    [{ amount: '100.00', tolerance: '0.0846' }],
    [{ amount: '999999.00', tolerance: '1' }],
  ])('%o is met by 91.54', async (expectDestination) => {
    expect(bodyOf(await send({ expectDestination })).destinationAmount).toBe('91.54');
  });

  test.each([
    [{ amount: '91.55' }],
    [{ amount: '92.00', tolerance: '0.00499999' }],
    [{ amount: '100.00', tolerance: '0.08459999' }],
  ])('%o is missed by 91.54: RATE_DRIFT_EXCEEDED', async (expectDestination) => {
    expectError(await unchanged(() => send({ expectDestination })), 'RATE_DRIFT_EXCEEDED', {
      detail: expect.stringContaining('91.54 EUR'),
    });
  });

  test.each(['91.540', '91.545', '0', '0.00'])('of %s EUR cannot be compared: QUOTE_UNVERIFIABLE', async (amount) => {
    expectError(await unchanged(() => send({ expectDestination: { amount } })), 'QUOTE_UNVERIFIABLE');
  });

  test.each([
    [{ amount: '-1' }, 'expectDestination.amount'],
    [{ amount: 91.54 }, 'expectDestination.amount'],
    [{}, 'expectDestination.amount'],
    [{ amount: '1', tolerance: '1.1' }, 'expectDestination.tolerance'],
    [{ amount: '1', tolerance: '-0.1' }, 'expectDestination.tolerance'],
    [{ amount: '1', tolerance: '0.123456789' }, 'expectDestination.tolerance'],
    [{ amount: '1', tolerance: 0.01 }, 'expectDestination.tolerance'],
    [{ amount: '1', currency: 'EUR' }, 'expectDestination.currency'],
  ])('%o: VALIDATION_ERROR names %s', async (expectDestination, path) => {
    expectError(await unchanged(() => send({ expectDestination })), 'VALIDATION_ERROR', {
      errors: [expect.objectContaining({ path })],
    });
  });
});

describe('a payout is refused, and nothing is debited', () => {
  test.each(['0', '0.00', '-1'])('for %s: BAD_REQUEST, because it is not positive', async (amount) => {
    expectError(await unchanged(() => send({ amount })), 'BAD_REQUEST');
  });

  test.each<[unknown, string]>([
    [{ amount: '1.001' }, 'amount'],
    [{ amount: undefined }, 'amount'],
    [{ amountLeg: 'net' }, 'amountLeg'],
    [{ destinationAccountId: undefined }, 'destinationAccountId'],
    [{ reference: '' }, 'reference'],
    [{ reference: 'x'.repeat(256) }, 'reference'],
    [{ endUserId: 'a\nb' }, 'endUserId'],
    [{ purposeOfPayment: 'a b' }, 'purposeOfPayment'],
    [{ snapshotId: 'qs_x' }, 'snapshotId'],
  ])('for %j: VALIDATION_ERROR names %s', async (change, path) => {
    const answer = await unchanged(() => send(change as object));
    expectError(answer, 'VALIDATION_ERROR', { errors: [expect.objectContaining({ path })] });
  });

  test('without an idempotency key: IDEMPOTENCY_KEY_REQUIRED', async () => {
    const body = { amount: '1.00', destinationAccountId: recipient.methods[0].destinationAccountId };
    const call = () => service.call('POST', `${pathOf(organization)}/payouts`, organization, { body });
    expectError(await unchanged(call), 'IDEMPOTENCY_KEY_REQUIRED');
  });

  test.each([
    ['ngn_ng_account', { amount: '1.50' }, 'QUOTE_NOT_POSITIVE'],
    ['php_ph_account', { amountLeg: 'destination' }, 'EXACT_OUTPUT_UNSUPPORTED'],
    ['php_ph_account', { amountLeg: 'source_net' }, 'EXACT_OUTPUT_UNSUPPORTED'],
    ['ngn_ng_account', { amountLeg: 'source_net' }, 'INDICATIVE_PRICING_UNAVAILABLE'],
    ['eur_de_iban', { amount: '0.99' }, 'BAD_REQUEST'],
    ['eur_de_iban', { amount: '250000.01' }, 'BAD_REQUEST'],
    ['eur_de_iban', { amount: '1000.01' }, 'INSUFFICIENT_BALANCE'],
  ] as const)('on %s as %o: %s', async (corridorId, body, type) => {
    const of = await fundedOrganization(service);
    const payee = await addRecipient(service, of, { corridorId });
    expectError(await unchanged(() => sendPayout(service, of, payee, body), of), type);
  });

  test('for an account that does not exist, is no account, or is another organization’s: one and the same 404', async () => {
    const other = await fundedOrganization(service);
    const others = (await addRecipient(service, other)).methods[0].destinationAccountId;
    const unknown = `${recipient.methods[0].destinationAccountId.slice(0, -4)}0000`;
    for (const destinationAccountId of [others, unknown, 'acct_x']) {
      expectError(await unchanged(() => send({ destinationAccountId })), 'DESTINATION_ACCOUNT_NOT_FOUND', {
        detail: 'destinationAccountId: no such account',
      });
    }
    // Of whichever organization: the prefix alone says that it is another kind of id.
    const told = [recipient.recipientId, others.replace('acct_', 'rcp_'), 'rcp_x'].map(async (destinationAccountId) => {
      const { status, body } = await send({ destinationAccountId });
      return { status, ...body, requestId: '' };
    });
    expect(new Set((await Promise.all(told)).map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('for a blocked recipient: PAYOUT_REFUSED, never saying why', async () => {
    const of = await fundedOrganization(service);
    const body = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
    expect((await service.post(`/recipients/${of.organizationId}`, of, body)).status).toBe(422);
    const blocked = bodyOf(await service.post(`/recipients/${of.organizationId}`, of, body), 201);
    const answer = await unchanged(() => sendPayout(service, of, blocked), of);
    expectError(answer, 'PAYOUT_REFUSED');
    expect(answer.text).not.toMatch(/screen|sanction|compliance/i);
  });

  test('for an organization that is suspended between the check at the door and the commit: ACCOUNT_BLOCKED', async () => {
    const of = await fundedOrganization(service);
    const payee = await addRecipient(service, of);
    table.intercept(beforeFirst('TransactWrite', () => suspend(service.runtime, of.organizationId)));
    const answer = await sendPayout(service, of, payee);
    table.intercept(undefined);
    expectError(answer, 'ACCOUNT_BLOCKED');
  });

  test('when the rail cannot be asked, its key is free and the same request goes through later', async () => {
    const rail = new FakeRail();
    const stage = await TestService.start({ rails: rail.rails });
    const of = await fundedOrganization(stage);
    const payee = await addRecipient(stage, of);
    const priced = rail.price;
    rail.price = async () => Promise.reject(new Error('no route to host'));
    const body = { amount: '100.00', destinationAccountId: payee.methods[0].destinationAccountId };
    const request = () => stage.post(`${pathOf(of)}/payouts`, of, body, { idempotencyKey: 'payout-1' });
    const answer = await unchanged(request, of, stage);
    expectError(answer, 'INTERNAL');
    expect(answer.text).not.toContain('no route');
    rail.price = priced;
    bodyOf(await request());
    expect((await request()).headers['idempotency-replayed']).toBe('true');
    expect(await available(stage, of)).toBe('900.00');
  });
});

test('of ten payouts at once against a balance that covers three, exactly three are sent', async () => {
  const stage = await TestService.start();
  const of = await fundedOrganization(stage, '300.00');
  const payee = await addRecipient(stage, of);
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendPayout(stage, of, payee)));
  expect(answers.map(({ status, body }) => body.type ?? status).sort()).toEqual([
    ...[200, 200, 200],
    ...Array.from({ length: 7 }, () => 'INSUFFICIENT_BALANCE'),
  ]);
  await expectSoundBooks(stage, of);
});
