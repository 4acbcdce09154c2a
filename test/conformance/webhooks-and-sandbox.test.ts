import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../client/src/index.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { wake } from '../shared/webhooks/offering/support.ts';
import { FakeRail } from '../support/fake-rail.ts';
import { settle } from '../support/journey.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import type { Receiver } from '../support/receiver.ts';
import { type Caller, liveCaller, newCaller, payeeOf, refusalOf, useService } from './support.ts';
import { feedOf, listen, shortPauses, useReceivers, webhookCaller } from './webhooks-support.ts';

const liveRail = new FakeRail();
const railsOf = (mode: string) => (mode === 'sandbox' ? sandboxRails : liveRail.rails());
const stage = useService({ ...shortPauses, rails: railsOf });
const newReceiver = useReceivers();
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

const pay = (destinationAccountId: string, { sluice }: Pick<Caller, 'sluice'> = caller) =>
  sluice.createPayout({ amount: '10.00', destinationAccountId, reference: randomUUID() });

/** A payout of an organization whose webhooks go to a receiver, told to it. */
async function paidAndTold(payer: Caller, receiver: Receiver) {
  const ofWebhooks = await webhookCaller(stage.http, payer.of);
  const endpoint = await listen(ofWebhooks, receiver);
  await pay(await payeeOf(payer), payer);
  await settle(stage.http.service);
  await wake(stage.http.service, payer.of.organizationId);
  return endpoint;
}

describe('What the service does', quotedByName, () => {
  test('Webhooks are only a trigger to look; the API and the event feed are the record.', async () => {
    const deaf = await newReceiver(500);
    await paidAndTold(caller, deaf);
    expect(deaf.received.length).toBeGreaterThan(0);
    // No delivery was accepted, and nothing is missing.
    expect((await feedOf(caller)).map(({ type }) => type)).toEqual([
      'deposit.completed',
      'payout.pending',
      'payout.processing',
      'payout.completed',
    ]);
    expect((await caller.sluice.listOrders()).data).toMatchObject([{ status: 'completed' }]);
  });

  test('Sandbox. Test keys run against a simulator.', async () => {
    await pay(await payeeOf(caller));
    await settle(stage.http.service);
    expect((await caller.sluice.listOrders()).data).toMatchObject([{ status: 'completed', livemode: false }]);
    expect(liveRail.calls).toEqual([]);
    const live = await liveCaller(stage.http);
    await pay(await payeeOf(live), live);
    await settle(stage.http.service);
    expect(liveRail.calls.length).toBeGreaterThan(0);
  });

  test(
    'Sandbox deliveries are signed like live ones and carry `livemode: false`.',
    quotes({ 'What the service does': 'Webhooks. Signed notifications of state changes.' }),
    async () => {
      const clock = () => stage.http.service.clock.now;
      for (const [payer, livemode, types] of [
        [caller, false, ['payout.completed', 'payout.pending', 'payout.processing']],
        [await liveCaller(stage.http), true, undefined],
      ] as const) {
        const receiver = await newReceiver();
        const { secret } = await paidAndTold(payer, receiver);
        const told = await Promise.all(
          receiver.received.map(({ headers, text }) => verifyWebhook({ headers, body: text, secret, clock })),
        );
        expect(told.length).toBeGreaterThan(0);
        if (types) expect(told.map(({ type }) => type).toSorted()).toEqual(types);
        for (const event of told) expect(event.livemode).toBe(livemode);
        const [{ headers, text } = { headers: {}, text: '' }] = receiver.received;
        const forged = verifyWebhook({ headers, body: text.replace('10.00', '99.00'), secret, clock });
        await expect(forged).rejects.toThrow('No signature matches');
      }
    },
  );

  // What amounts choose on links is in `checkout/what-buyers-do.test.ts`.
  test('Scenario outcomes are chosen by the trailing digits of amounts or account numbers (see Endpoints, sandbox).', async () => {
    const { data } = await caller.sluice.listPayoutScenarios({ corridorId: 'inr_in_account' });
    const accounts = data.map(({ recipientDetails }) => recipientDetails.accountNumber ?? '');
    expect(new Set(accounts.map((account) => account.slice(0, -2))).size).toBe(1);
    expect(new Set(accounts).size).toBe(data.length);
    for (const { country, currency, recipientDetails, status, failureCode, error } of data) {
      const method = { kind: 'fiat' as const, currency, recipientDetails };
      const creation = caller.sluice.createRecipient({ type: 'individual', name: 'Ana Souza', country, method });
      if (error) {
        expect(await refusalOf(creation)).toMatchObject({ type: error });
        continue;
      }
      const [account] = (await creation).methods;
      const sent = await pay(account?.destinationAccountId ?? '');
      if (!('payoutId' in sent)) throw new Error('it waits for approval');
      await settle(stage.http.service);
      const ended = await caller.sluice.getOrder({ payoutId: sent.payoutId });
      expect([ended.status, ended.failureCode]).toEqual([status, failureCode]);
    }
  });
});
