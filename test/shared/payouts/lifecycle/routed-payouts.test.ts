import { beforeEach, describe, expect, test } from 'vitest';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { replace } from '../../../../shared/ground/table/writes.ts';
import { decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import { type Payout, PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import type { Rails } from '../../../../shared/ports/runtime.ts';
import { sandboxRails } from '../../../../shared/providers/sandbox/rails-without-network.ts';
import { FakeRail } from '../../../support/fake-rail.ts';
import { createFaultyTable, type FaultyTable } from '../../../support/faults.ts';
import {
  accept,
  addPayout,
  addQuote,
  addRecipient,
  bodyOf,
  deliver,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  settle,
  type TestOrganization,
} from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { keyOfPayout, workOf } from '../../journal/due/support.ts';

/** A rail of which the test says whom it serves. */
class Bank extends FakeRail {
  serves: (organizationId: string) => boolean = () => true;
}

let table: FaultyTable;
let service: TestService;
let of: TestOrganization;
let [first, second]: Bank[] = [];
/** The rails of this release, in their order. */
let payouts: Rails['payouts'];

beforeEach(async () => {
  [first, second] = [new Bank(), new Bank()];
  payouts = { first: first as Bank, second: second as Bank };
  table = await createFaultyTable();
  service = await TestService.start({ rails: () => ({ ...sandboxRails, registration: both, payouts }) }, table);
  of = await fundedOrganization(service);
});

const rent = { id: 'rent', label: 'Rent' };
const both = { first: { register }, second: { register }, third: { register } };

async function register() {
  return 'registered' as const;
}

const stored = (payoutId: string) =>
  service.runtime.store.get(refTo(PayoutEntity, { organizationId: of.organizationId, payoutId })) as Promise<Payout>;
const work = (payoutId: string) => workOf(service.runtime, keyOfPayout(of.organizationId, payoutId));

/** Lets the worker take a payout when it is due. */
async function advance(payoutId: string): Promise<void> {
  const { dueAt = 0 } = (await work(payoutId)) ?? {};
  service.clock.now = Math.max(service.clock.now, dueAt);
  await deliver(service, [{ ...keyOfPayout(of.organizationId, payoutId), dueAt }]);
}

describe('what is new', () => {
  test('goes by the first rail that has the corridor', async () => {
    const { payoutId } = await addPayout(service, of);
    expect((await stored(payoutId)).rail).toBe('first');
    await settle(service);
    expect([first?.payments.get(payoutId), second?.calls]).toEqual([1, []]);
  });

  test('goes by the next rail where the first one does not serve the organization', async () => {
    const other = await fundedOrganization(service);
    (first as Bank).serves = (organizationId) => organizationId !== of.organizationId;
    const [here, there] = [await addPayout(service, of), await addPayout(service, other)];
    await settle(service);
    expect([...(second?.payments.keys() ?? [])]).toEqual([here.payoutId]);
    expect([...(first?.payments.keys() ?? [])]).toEqual([there.payoutId]);
  });

  test('goes by the next rail where the first one does not have the corridor', async () => {
    const corridors = (first as Bank).corridors();
    (first as Bank).corridors = () => corridors.filter(({ corridorId }) => corridorId !== 'eur_de_iban');
    const { payoutId } = await addPayout(service, of);
    expect((await stored(payoutId)).rail).toBe('second');
  });

  test('is priced by the rail that pays it', async () => {
    (first as Bank).price = async ({ fee }) => ({ rate: '0.50', fee });
    const recipient = await addRecipient(service, of);
    expect(await addQuote(service, of, recipient)).toMatchObject({ rate: '0.50' });
  });

  test('may give the reasons of every rail that pays its currency, each once', async () => {
    const corridors = (first as Bank).corridors();
    (first as Bank).corridors = () => corridors.filter(({ corridorId }) => corridorId !== 'eur_de_iban');
    (first as Bank).paymentReasons = () => [rent, { id: 'salary', label: 'Pay' }];
    (second as Bank).paymentReasons = () => [
      { id: 'goods', label: 'Goods' },
      { ...rent, label: 'Lease' },
    ];
    const reasons = async (currency: string) =>
      bodyOf(await service.get(`${pathOf(of)}/payment-reasons?currency=${currency}`, of)).data;
    expect(await reasons('EUR')).toEqual([rent, { id: 'salary', label: 'Pay' }, { id: 'goods', label: 'Goods' }]);
    expect(await reasons('INR')).toEqual([rent, { id: 'salary', label: 'Pay' }]);
  });

  test('is accepted on the rail that quoted it, whatever serves the corridor by then', async () => {
    const quote = await addQuote(service, of, await addRecipient(service, of));
    (first as Bank).serves = () => false;
    const { payoutId } = bodyOf(await accept(service, of, quote));
    await settle(service);
    expect([(await stored(payoutId)).rail, first?.payments.get(payoutId), second?.calls]).toEqual(['first', 1, []]);
  });

  test('is not accepted on a rail of a later release, and nothing is debited', async () => {
    const quote = await addQuote(service, of, await addRecipient(service, of));
    payouts = { second: second as Bank };
    expect(await accept(service, of, quote)).toMatchObject({ status: 500, body: { type: 'INTERNAL' } });
    await expectSoundBooks(service, of);
    payouts = { first: first as Bank, second: second as Bank };
    expect(bodyOf(await accept(service, of, quote))).toMatchObject({ status: 'pending' });
  });
});

describe('what was begun stays where it was begun', () => {
  test('when its rail no longer serves the organization', async () => {
    const { payoutId } = await addPayout(service, of);
    (first as Bank).serves = () => false;
    await settle(service);
    expect([first?.payments.get(payoutId), second?.calls]).toEqual([1, []]);
  });

  test('when its rail is down: it waits, and no other rail is asked', async () => {
    const { payoutId } = await addPayout(service, of);
    (first as Bank).around = async () => {
      throw new Error('no answer');
    };
    await advance(payoutId);
    await advance(payoutId);
    expect(second?.calls).toEqual([]);
    (first as Bank).around = (_call, answer) => answer();
    await settle(service);
    expect([first?.payments.get(payoutId), second?.payments.size]).toEqual([1, 0]);
    await expectSoundBooks(service, of);
  });

  test.each(['third', 'constructor', '__proto__'])(
    'and waits uncounted where only a later release knows its rail: %s',
    async (rail) => {
      const { payoutId } = await addPayout(service, of);
      await beginOn(payoutId, rail);
      for (let claim = 0; claim < 12; claim += 1) await advance(payoutId);
      expect(await work(payoutId)).toMatchObject({ attempts: 0 });
      expect((await work(payoutId))?.parkedAt).toBeUndefined();
      expect([first?.calls, second?.calls]).toEqual([[], []]);
      const third = new Bank();
      payouts = Object.defineProperty({ ...payouts }, rail, { value: third, enumerable: true });
      await advance(payoutId);
      await settle(service);
      expect([third.payments.get(payoutId), first?.calls, second?.calls]).toEqual([1, [], []]);
    },
  );

  test('two workers at once ask the same rail, which pays once', async () => {
    const { payoutId } = await addPayout(service, of);
    await Promise.all([advance(payoutId), advance(payoutId)]);
    await settle(service);
    expect([first?.payments.get(payoutId), second?.calls]).toEqual([1, []]);
  });

  test('a payout of a release that had only one rail is on the sandbox', async () => {
    const { payoutId } = await addPayout(service, of);
    await beginOn(payoutId, undefined);
    const sandbox = new Bank();
    payouts = { ...payouts, sandbox };
    await settle(service);
    expect([sandbox.payments.get(payoutId), first?.calls, second?.calls]).toEqual([1, [], []]);
  });
});

/** Stores a payout as it would be if another rail had begun it. */
async function beginOn(payoutId: string, rail: string | undefined): Promise<void> {
  const { rail: _, ...payout } = await stored(payoutId);
  await decideAndCommit(service.runtime, {
    organizationId: of.organizationId,
    reads: { payout: refTo(PayoutEntity, { organizationId: of.organizationId, payoutId }) },
    decide: ({ payout: known }, draft) => {
      const { version } = known as Payout;
      draft.write(replace(PayoutEntity, { ...payout, version, ...(rail !== undefined && { rail }) }));
      return { reply: { status: 200, body: undefined } };
    },
  });
}
