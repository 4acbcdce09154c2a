import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Recipient, RecipientEntity } from '../../../../shared/corridors/recipients/recipient.ts';
import { ServiceError } from '../../../../shared/ground/errors/service-error.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { identity, keyOf } from '../../../../shared/ground/table/keys.ts';
import { ItemNotRead, JournalDraft, mostCurrencies } from '../../../../shared/journal/commit/draft.ts';
import { newHead } from '../../../../shared/journal/commit/head.ts';
import { BalanceTransactionEntity, ledgerPosition } from '../../../../shared/journal/rows/balance-transaction.ts';
import { EventEntity } from '../../../../shared/journal/rows/event.ts';
import { draftWith, rowsOf, someTime } from '../../../support/drafts.ts';
import { organizationWith } from '../../access/members/support.ts';

const posting = (amount: bigint, currency = 'USD') => ({ type: 'adjustment', currency, amount }) as const;

describe('events', () => {
  test('take the sequences behind the head without a gap', () => {
    const draft = draftWith(0n, { sequence: 41 });
    expect(draft.nextSequence).toBe(42);
    draft.event({ type: 'payout.pending', payoutId: 'po_1', data: { a: 1 } });
    draft.event({ type: 'deposit.completed', data: { b: 2 } });
    expect(rowsOf(draft, EventEntity)).toMatchObject([
      { sequence: 42, type: 'payout.pending', payoutId: 'po_1', data: '{"a":1}', livemode: false },
      { sequence: 43, type: 'deposit.completed', data: '{"b":2}' },
    ]);
    expect(rowsOf(draft, EventEntity)[1]).not.toHaveProperty('payoutId');
    expect(draft.headMove.next.sequence).toBe(43);
  });

  test('of a live organization say so', () => {
    const draft = new JournalDraft(newHead('org', someTime), someTime, { livemode: true });
    draft.event({ type: 'deposit.completed', data: {} });
    expect(rowsOf(draft, EventEntity)[0]?.livemode).toBe(true);
  });
});

describe('ledger rows', () => {
  test('continue the sequence and chain the balance, each currency for itself', () => {
    const draft = draftWith(1_000n, { ledgerSequence: 7 });
    const positions = [
      draft.post({ type: 'payout', currency: 'USD', amount: -300n, fee: 50n, payoutId: 'po_1' }),
      draft.post(posting(20n, 'EUR')),
      draft.post(posting(5n)),
    ];
    expect(rowsOf(draft, BalanceTransactionEntity)).toMatchObject([
      { sequence: 8, amount: -300n, fee: 50n, balanceAfter: 700n, payoutId: 'po_1' },
      { sequence: 9, amount: 20n, currency: 'EUR', balanceAfter: 20n },
      { sequence: 10, amount: 5n, currency: 'USD', balanceAfter: 705n },
    ]);
    expect(positions).toEqual([8, 9, 10].map((sequence) => ledgerPosition(someTime, sequence)));
    expect(draft.headMove.next).toMatchObject({
      ledgerSequence: 10,
      balances: { USD: { available: 705n, held: 0n }, EUR: { available: 20n, held: 0n } },
    });
  });

  test('of a hold move what they take to held, and those of its release give it back', () => {
    const draft = draftWith(1_000n);
    const hold = { currency: 'USD', approvalId: 'apr_1' };
    draft.post({ ...hold, type: 'hold', amount: -300n });
    expect(draft.head.balances.USD).toEqual({ available: 700n, held: 300n });
    draft.post(posting(5n));
    draft.post({ ...hold, type: 'hold_release', amount: 300n });
    expect(draft.head.balances.USD).toEqual({ available: 1_005n, held: 0n });
    expect(rowsOf(draft, BalanceTransactionEntity)).toMatchObject([
      { approvalId: 'apr_1' },
      {},
      { approvalId: 'apr_1' },
    ]);
  });

  test('hold nothing that is not there, and release nothing that is not held', () => {
    const draft = draftWith(1_000n);
    const refusal = expect.objectContaining({ type: 'INSUFFICIENT_BALANCE' });
    expect(() => draft.post({ type: 'hold', currency: 'USD', amount: -1_001n })).toThrow(refusal);
    draft.post({ type: 'hold', currency: 'USD', amount: -10n });
    expect(() => draft.post({ type: 'hold_release', currency: 'USD', amount: 11n })).toThrow('more would be released');
    expect(draft.head.balances.USD).toEqual({ available: 990n, held: 10n });
  });

  test('chain over any postings: no balance falls below zero, and a refused one leaves no trace', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -1_000n, max: 1_000n }), { maxLength: 40 }), (amounts) => {
        const draft = draftWith(500n);
        let available = 500n;
        let posted = 0;
        for (const amount of amounts) {
          if (available + amount < 0n) {
            expect(() => draft.post(posting(amount))).toThrow(ServiceError);
            continue;
          }
          draft.post(posting(amount));
          available += amount;
          posted += 1;
        }
        const rows = rowsOf(draft, BalanceTransactionEntity);
        expect(rows).toHaveLength(posted);
        expect(rows.reduce((sum, row) => sum + row.amount, 500n)).toBe(available);
        expect(draft.head.balances.USD?.available).toBe(available);
      }),
    );
  });

  test('may spend the last cent, and not one more', () => {
    const draft = draftWith(100n);
    draft.post(posting(-100n));
    expect(() => draft.post(posting(-1n))).toThrow(expect.objectContaining({ type: 'INSUFFICIENT_BALANCE' }));
  });

  test('of one currency too many are refused, and those that there are go on', () => {
    const draft = draftWith(100n);
    const codes = Intl.supportedValuesOf('currency')
      .filter((code) => code !== 'USD')
      .slice(0, mostCurrencies);
    for (const code of codes.slice(1)) draft.post(posting(1n, code));
    expect(Object.keys(draft.head.balances)).toHaveLength(mostCurrencies);
    expect(() => draft.post(posting(1n, codes[0]))).toThrow(expect.objectContaining({ type: 'BAD_REQUEST' }));
    draft.post(posting(1n, codes[1]));
    draft.post(posting(1n));
  });

  test('of a currency that was never used start from nothing', () => {
    expect(() => draftWith(100n).post(posting(-1n, 'EUR'))).toThrow('the EUR balance does not cover the amount');
  });
});

describe('time', () => {
  test('is the clock when that is ahead of the journal', () => {
    const draft = draftWith(0n, { lastAt: someTime }, someTime + 5);
    expect([draft.at, draft.headMove.next.lastAt]).toEqual([someTime + 5, someTime + 5]);
  });

  test('stands still when the clock jumps back', () => {
    const draft = draftWith(100n, { lastAt: someTime }, someTime - 60_000);
    expect([draft.at, draft.now]).toEqual([someTime, someTime - 60_000]);
    draft.post(posting(-1n));
    draft.event({ type: 'deposit.completed', data: {} });
    expect(draft.headMove.next.lastAt).toBe(someTime);
    expect(rowsOf(draft, BalanceTransactionEntity)[0]?.at).toBe(someTime);
    expect(rowsOf(draft, EventEntity)[0]?.createdAt).toBe(draft.timestamp);
    expect(draft.timestamp).toBe(new Date(someTime).toISOString());
  });
});

test('an untouched draft is empty and leads to the head that was read, at its version', () => {
  const draft = draftWith(0n, { version: 9 });
  expect(draft.isEmpty).toBe(true);
  expect(draft.headMove).toMatchObject({ readVersion: 9, next: draft.head });
});

describe('what is looked up', () => {
  const recipient: Recipient = {
    organizationId: 'org',
    recipientId: 'rcp_1',
    version: 4,
    type: 'individual',
    name: 'Ana Souza',
    country: 'DE',
    status: 'active',
    methods: [],
    createdAt: '2026-03-01T11:00:00.000Z',
  };
  const wanted = refTo(RecipientEntity, recipient);
  const draftThatFound = (found: Recipient | undefined) =>
    new JournalDraft(
      newHead('org', someTime),
      someTime,
      { livemode: false },
      new Map([[identity(keyOf(wanted)), found]]),
    );

  test('and was not read is asked for', () => {
    expect(() => draftWith(0n).lookUp(wanted)).toThrow(new ItemNotRead(wanted));
  });

  test.each([recipient, undefined])('and left as it is is checked, and is no change', (found) => {
    const draft = draftThatFound(found);
    expect([draft.lookUp(wanted), draft.lookUp(wanted)]).toEqual([found, found]);
    expect(draft.writes).toMatchObject([
      {
        kind: 'ConditionCheck',
        input: { ConditionExpression: found ? '#version = :version' : 'attribute_not_exists(pk)' },
      },
    ]);
    expect(draft.isEmpty).toBe(true);
  });

  test.each([
    [recipient, 5],
    [undefined, 1],
  ])('and changed twice is written once, and seen as changed', (found, version) => {
    const draft = draftThatFound(found);
    for (const name of ['Bea', 'Cleo']) draft.change(RecipientEntity, { ...recipient, ...draft.lookUp(wanted), name });
    expect(draft.lookUp(wanted)?.name).toBe('Cleo');
    expect(rowsOf(draft, RecipientEntity)).toMatchObject([{ name: 'Cleo', version }]);
    expect(draft.writes).toHaveLength(1);
    expect(draft.isEmpty).toBe(false);
  });

  test('and never read by anybody is neither checked nor written', () => {
    expect(draftThatFound(recipient).writes).toEqual([]);
  });
});

describe('a part of a decision', () => {
  const recipientRef = (recipientId: string) => refTo(RecipientEntity, { organizationId: 'org', recipientId });
  const refuse = () => {
    throw new ServiceError('PAYOUT_REFUSED', 'no');
  };
  /** All that a draft can be asked to do, each changing it. */
  const changes: ((draft: JournalDraft) => unknown)[] = [
    (draft) => draft.post(posting(-1n)),
    (draft) => draft.event({ type: 'deposit.completed', data: {} }),
    (draft) => draft.lookUp(recipientRef('rcp_1')),
    (draft) => draft.skipCheck('recipient'),
    (draft) => draft.keepCounts({ recentPayouts: [1] } as never),
    (draft) => draft.changeOrganization(organizationWith(1)),
  ];
  const looking = () => {
    const found = new Map([[identity(keyOf(recipientRef('rcp_1'))), undefined]]);
    const head = { ...newHead('org', someTime), balances: { USD: { available: 100n, held: 0n } } };
    return new JournalDraft(head, someTime, { livemode: false }, found);
  };
  const stateOf = (draft: JournalDraft) => [draft.writes, draft.headMove, draft.isCheckSkipped('recipient')];

  test('that is refused leaves the draft as it was, whatever it had done', () => {
    const some = fc.array(fc.constantFrom(...changes), { maxLength: 6 });
    fc.assert(
      fc.property(some, some, some, (before, refused, after) => {
        const [tried, never] = [looking(), looking()];
        for (const change of before) for (const draft of [tried, never]) change(draft);
        const attempt = tried.attempt(() => {
          for (const change of refused) change(tried);
          return refuse();
        });
        expect(attempt).toMatchObject({ refusal: { type: 'PAYOUT_REFUSED' } });
        for (const change of after) for (const draft of [tried, never]) change(draft);
        expect(stateOf(tried)).toEqual(stateOf(never));
      }),
    );
  });

  test('that succeeds keeps what it has done, and gives its value', () => {
    const draft = looking();
    expect(draft.attempt(() => draft.post(posting(-40n)))).toEqual({ value: ledgerPosition(someTime, 1) });
    expect(draft.head.balances.USD?.available).toBe(60n);
  });

  test('that writes more than there is room for is undone, and says so', () => {
    const draft = looking();
    draft.post(posting(-1n));
    const two = () => [draft.post(posting(-1n)), draft.event({ type: 'deposit.completed', data: {} })];
    expect(draft.attempt(two, 2)).toEqual({ full: true });
    expect(draft.writes).toHaveLength(1);
    expect(draft.attempt(two, 3)).toHaveProperty('value');
    expect(draft.writes).toHaveLength(3);
  });

  test('may stand in another: the inner one is undone alone', () => {
    const draft = looking();
    draft.attempt(() => {
      draft.post(posting(-1n));
      draft.attempt(() => [draft.post(posting(-2n)), refuse()]);
      draft.post(posting(-4n));
    });
    expect(draft.head.balances.USD?.available).toBe(95n);
  });

  test('passes on what is no refusal: an item that was not read, and any fault', () => {
    const draft = looking();
    expect(() => draft.attempt(() => draft.lookUp(recipientRef('rcp_2')))).toThrow(ItemNotRead);
    const fault = new Error('a fault');
    expect(() =>
      draft.attempt(() => {
        throw fault;
      }),
    ).toThrow(fault);
  });
});
