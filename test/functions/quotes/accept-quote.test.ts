import { beforeAll, describe, expect, test } from 'vitest';
import { type Recipient, RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { replace } from '../../../shared/ground/table/writes.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { available, headOf, suspend } from '../../shared/journal/commit/support.ts';
import { beforeFirst, createFaultyTable, type FaultyTable } from '../../support/faults.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  readFeed,
  readLedger,
  type TestOrganization,
} from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > Accept a quote (sends the money)';

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

const post = (body: object) => service.post(`${pathOf(organization)}/quotes/accept`, organization, body);

/** What a refused accept must leave as it was. */
async function unchanged(act: () => Promise<Answer>, expected: object, of = organization): Promise<void> {
  const before = [await available(service, of), (await readFeed(service, of)).length];
  expect(await act()).toMatchObject(expected);
  expect([await available(service, of), (await readFeed(service, of)).length]).toEqual(before);
}

describe('accepting a quote', () => {
  test(
    'debits the balance and answers the payout, with one ledger row and payout.pending',
    quotes({
      [section]: [
        '`POST P/quotes/accept`.',
        'Body: `snapshotId` (string)',
        '`endUser` (object with `id`)',
        '200: the payout. It debits the balance.',
      ],
    }),
    async () => {
      const of = await fundedOrganization(service, '100.00');
      const payee = await addRecipient(service, of);
      const quote = await addQuote(service, of, payee);
      service.clock.advance(1_000);
      const payout = bodyOf(await accept(service, of, quote, { reference: 'invoice 7', endUser: { id: 'user' } }));
      const at = new Date(service.clock.now).toISOString();
      expect(payout).toEqual({
        payoutId: expect.stringMatching(/^po_/),
        status: 'pending',
        requiresFunding: false,
        reference: 'invoice 7',
        endUserId: 'user',
        recipientId: payee.recipientId,
        destinationAccountId: quote.destinationAccountId,
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
        net: '-99.50',
        balanceAfter: '0.00',
        payoutId: payout.payoutId,
      });
      const events = await readFeed(service, of);
      expect(events.at(-1)).toMatchObject({ type: 'payout.pending', payoutId: payout.payoutId, data: payout });
      expect(bodyOf(await service.get(`${pathOf(of)}/orders/${payout.payoutId}`, of))).toEqual(payout);
      await expectSoundBooks(service, of);
    },
  );

  test('takes end user and purpose from the caller, else from the recipient and the quote', async () => {
    const quote = () => addQuote(service, organization, recipient, { purposeOfPayment: 'rent' });
    expect(bodyOf(await accept(service, organization, await quote()))).toMatchObject({
      endUserId: 'user-of-recipient',
      purposeOfPayment: 'rent',
    });
    const said = { endUser: { id: 'said' }, purposeOfPayment: 'salary' };
    expect(bodyOf(await accept(service, organization, await quote(), said))).toMatchObject({
      endUserId: 'said',
      purposeOfPayment: 'salary',
    });
  });

  test.each([
    [{ purposeOfPayment: 'salary' }],
    [{ paymentReason: 'salary' }],
    [{ purposeOfPayment: 'salary', paymentReason: 'salary' }],
  ])(
    'takes the purpose as %o',
    quotes({
      [section]: [
        '`type` (string; `OFFRAMP` is used)',
        'and a payment-purpose field (the accept example names it `paymentReason`; the catalog description says payouts and accept take `purposeOfPayment`)',
      ],
    }),
    async (purpose) => {
      const quote = await addQuote(service, organization, recipient);
      const payout = bodyOf(await accept(service, organization, quote, { type: 'OFFRAMP', ...purpose }));
      expect(payout.purposeOfPayment).toBe('salary');
      expect(payout).not.toHaveProperty('paymentReason');
    },
  );

  test(
    'lasts until the last millisecond of the ten minutes, and not one longer',
    quotes({ [section]: '400: `BAD_REQUEST` (quote expired' }),
    async () => {
      const [inTime, late] = [
        await addQuote(service, organization, recipient),
        await addQuote(service, organization, recipient),
      ];
      service.clock.now = Date.parse(inTime.expiresAt) - 1;
      bodyOf(await accept(service, organization, inTime));
      service.clock.advance(1);
      await unchanged(() => accept(service, organization, late), {
        status: 400,
        body: { type: 'BAD_REQUEST', detail: expect.stringMatching(/expired/) },
      });
    },
  );

  test('happens once', async () => {
    const quote = await addQuote(service, organization, recipient);
    bodyOf(await accept(service, organization, quote));
    await unchanged(() => accept(service, organization, quote), {
      status: 400,
      body: { type: 'BAD_REQUEST', detail: expect.stringMatching(/already accepted/) },
    });
  });

  test(
    'of another organization’s quote, an unknown one or none at all is one and the same BAD_REQUEST',
    quotes({ [section]: ['or not issued by the service', '`detail` says which)'] }),
    async () => {
      const other = await fundedOrganization(service);
      const others = await addQuote(service, other, await addRecipient(service, other));
      const unknown = { snapshotId: `${others.snapshotId.slice(0, -4)}0000` };
      for (const quote of [others, unknown, { snapshotId: 'qs_x' }]) {
        await unchanged(() => accept(service, organization, quote), {
          status: 400,
          body: { type: 'BAD_REQUEST', detail: 'snapshotId: no such quote was issued' },
        });
      }
      const detail = 'snapshotId: starts with rcp_, like ids of recipients; ids of quotes start with qs_';
      for (const snapshotId of [recipient.recipientId, 'rcp_x']) {
        await unchanged(() => accept(service, organization, { snapshotId }), { status: 400, body: { detail } });
      }
    },
  );

  test(
    'of more than the balance is INSUFFICIENT_BALANCE, and the quote can be accepted after a top-up',
    quotes({ [section]: '`INSUFFICIENT_BALANCE`' }),
    async () => {
      const of = await fundedOrganization(service, '150.00');
      const payee = await addRecipient(service, of);
      const [first, second] = [await addQuote(service, of, payee), await addQuote(service, of, payee)];
      bodyOf(await accept(service, of, first));
      const refused = { status: 400, body: { type: 'INSUFFICIENT_BALANCE' } };
      await unchanged(() => accept(service, of, second), refused, of);
      bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '50.00' }), 201);
      bodyOf(await accept(service, of, second));
      expect(await available(service, of)).toBe('0.00');
    },
  );
});

describe('a body that is refused changes nothing', () => {
  test.each(['provider', 'billId', 'fundingId'])(
    '%s is a BAD_REQUEST, even beside other faults',
    quotes({
      [section]: [
        'Fields `provider`, `billId`, `fundingId` are refused with 400 `BAD_REQUEST`.',
        'forbidden field; `detail` says which)',
      ],
    }),
    async (name) => {
      await unchanged(() => post({ [name]: null, nonsense: 1 }), {
        status: 400,
        body: { type: 'BAD_REQUEST', detail: expect.stringContaining(name) },
      });
    },
  );

  test.each<[unknown, string]>([
    [{ snapshotId: undefined }, 'snapshotId'],
    [{ snapshotId: 5 }, 'snapshotId'],
    [{ type: 'ONRAMP' }, 'type'],
    [{ endUser: 'user' }, 'endUser'],
    [{ endUser: {} }, 'endUser.id'],
    [{ endUser: { id: 'user', name: 'x' } }, 'endUser.name'],
    [{ reference: '' }, 'reference'],
    [{ reference: 'a\nb' }, 'reference'],
    [{ reference: 'x'.repeat(256) }, 'reference'],
    [{ purposeOfPayment: 'a', paymentReason: 'b' }, 'paymentReason'],
    [{ amount: '1.00' }, 'amount'],
  ])('%j: VALIDATION_ERROR names %s', quotes({ [section]: '`VALIDATION_ERROR`' }), async (change, path) => {
    await unchanged(() => post({ snapshotId: 'qs_x', ...(change as object) }), {
      status: 400,
      body: { type: 'VALIDATION_ERROR', errors: [{ path }] },
    });
  });

  test.each([
    [{ purposeOfPayment: 'unheard_of' }, 'purposeOfPayment'],
    [{ paymentReason: 'unheard_of' }, 'paymentReason'],
    // A payment reason, but of another currency.
    [{ purposeOfPayment: 'P0103' }, 'purposeOfPayment'],
  ])('%j is no payment reason for this currency: VALIDATION_ERROR names %s', async (purpose, path) => {
    const quote = await addQuote(service, organization, recipient);
    await unchanged(() => accept(service, organization, quote, purpose), {
      status: 400,
      body: { type: 'VALIDATION_ERROR', errors: [{ path, code: 'invalid_value' }] },
    });
    bodyOf(await accept(service, organization, quote));
  });

  test('without an idempotency key: IDEMPOTENCY_KEY_REQUIRED', async () => {
    const quote = await addQuote(service, organization, recipient);
    const call = () =>
      service.call('POST', `${pathOf(organization)}/quotes/accept`, organization, {
        body: { snapshotId: quote.snapshotId },
      });
    await unchanged(call, { status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
  });
});

describe('what changed since the quote is seen inside the decision', () => {
  async function block(runtime: WholeRuntime, organizationId: string, recipientId: string): Promise<void> {
    const stored = (await runtime.store.get(refTo(RecipientEntity, { organizationId, recipientId }))) as Recipient;
    await decideAndCommit(runtime, {
      organizationId,
      reads: {},
      decide: (_found, draft) => {
        draft.write(replace(RecipientEntity, { ...stored, status: 'blocked' }));
        return { reply: { status: 200, body: undefined } };
      },
    });
  }

  /** Lets something be committed between an accept's reads and its own commit. */
  async function raced(act: (runtime: WholeRuntime, of: TestOrganization, payee: Answer['body']) => Promise<void>) {
    const of = await fundedOrganization(service);
    const payee = await addRecipient(service, of);
    const quote = await addQuote(service, of, payee);
    table.intercept(beforeFirst('TransactWrite', () => act(service.runtime, of, payee)));
    const answer = await accept(service, of, quote);
    table.intercept(undefined);
    expect((await headOf(service.runtime, of.organizationId)).balances.USD?.available).toBe(100_000n);
    return answer;
  }

  test('a suspension that comes between the check at the door and the commit: ACCOUNT_BLOCKED', async () => {
    const answer = await raced((runtime, { organizationId }) => suspend(runtime, organizationId));
    expect(answer).toMatchObject({ status: 403, body: { type: 'ACCOUNT_BLOCKED' } });
  });

  test('a recipient blocked in between: PAYOUT_REFUSED', async () => {
    const answer = await raced((runtime, { organizationId }, { recipientId }) =>
      block(runtime, organizationId, recipientId),
    );
    expect(answer).toMatchObject({ status: 422, body: { type: 'PAYOUT_REFUSED' } });
  });

  test('a recipient blocked before the accept: PAYOUT_REFUSED', async () => {
    const of = await fundedOrganization(service);
    const payee = await addRecipient(service, of);
    const quote = await addQuote(service, of, payee);
    await block(service.runtime, of.organizationId, payee.recipientId);
    await unchanged(() => accept(service, of, quote), { status: 422, body: { type: 'PAYOUT_REFUSED' } }, of);
  });
});
