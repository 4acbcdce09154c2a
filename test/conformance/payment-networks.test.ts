import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RailRefusal } from '../../shared/ports/payout-rail.ts';
import { wake } from '../shared/webhooks/offering/support.ts';
import { FakeRail } from '../support/fake-rail.ts';
import type { HttpService } from '../support/http-service.ts';
import { settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { payeeOf, processOf, refusalOf, useService, withoutFaults } from './support.ts';
import { listen, shortPauses, useReceivers, webhookCaller } from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();

/** All that a new organization is shown of one payout, once nothing more happens to it. */
async function payloadsOf(http: HttpService, corridorId: string) {
  const [caller, receiver] = [await webhookCaller(http), await newReceiver()];
  await listen(caller, receiver);
  await caller.sluice.fundSandbox({ amount: '100.00' });
  const destinationAccountId = await payeeOf(caller, { corridorId });
  const quote = await caller.sluice.createQuote({ amount: '50.00', destinationAccountId });
  const body = { amount: '50.00', destinationAccountId, reference: randomUUID() };
  const accepted = await sent(caller.sluice.createPayout(body));
  await settle(http.service);
  await wake(http.service, caller.organizationId);
  return {
    quote,
    accepted,
    order: await caller.sluice.getOrder({ payoutId: accepted.payoutId }),
    rows: (await caller.sluice.listBalanceTransactions({ orderId: accepted.payoutId })).data,
    events: (await caller.sluice.listEvents({ payoutId: accepted.payoutId })).data,
    delivered: receiver.received.map(({ event }) => event).toSorted((a, b) => Number(a.sequence) - Number(b.sequence)),
  };
}

/** The payloads without what is another one for every payout: ids, references and times. */
function comparable(payloads: Awaited<ReturnType<typeof payloadsOf>>): unknown {
  const isOwn = (field: string) => /(^id|Id|At|^reference)$/.test(field);
  return JSON.parse(JSON.stringify(payloads, (field, value) => (isOwn(field) ? undefined : value)));
}

/** The words of a network, as its messages use them. */
const words = /sepa|pacs\.|am04|rjct|acsc|instant-clearing/i;

/** Another process of the service, whose payouts take this rail. */
const routedBy = (rail: FakeRail) => processOf(stage.http, withoutFaults, { ...shortPauses, rails: rail.rails });

describe('Resources and their fields > Payout', quotedByName, () => {
  test('No payload names the payment network or uses its status words.', async () => {
    const rail = new FakeRail();
    const http = await routedBy(rail);
    let refusals = 0;
    rail.around = async ({ method }, answer) => {
      const news = await answer();
      if (method === 'submit' && refusals++ === 0) throw new Error('SEPA instant-clearing: pacs.002 RJCT AM04');
      return { ...news, network: 'sepa', networkStatus: 'ACSC' };
    };
    const payloads = await payloadsOf(http, 'eur_de_iban');
    expect(refusals).toBeGreaterThan(0);
    expect(payloads.order.status).toBe('completed');
    expect(payloads.delivered).toEqual(payloads.events);
    expect(JSON.stringify(payloads)).not.toMatch(words);
    expect(JSON.stringify(payloads)).not.toContain('eur_de_iban');

    rail.price = async () => {
      throw new RailRefusal('SEPA instant-clearing: AM04');
    };
    const { sluice } = await webhookCaller(http);
    await sluice.fundSandbox({ amount: '100.00' });
    const refusal = await refusalOf(
      sluice.createQuote({ amount: '50.00', destinationAccountId: await payeeOf({ sluice }) }),
    );
    expect(refusal.type).toBe('PROVIDER_REJECTED');
    expect(JSON.stringify([refusal.detail, refusal.resolution, refusal.extras])).not.toMatch(words);
  });
});

describe('Versioning', quotedByName, () => {
  test('No payload names the payment network or its status words, so re-routing an organization does not change payloads.', async () => {
    const rail = new FakeRail();
    const rerouted = await routedBy(rail);
    for (const corridorId of ['eur_de_iban', 'brl_br_pix_key', 'usd_us_account']) {
      const before = await payloadsOf(stage.http, corridorId);
      expect(rail.callsOf(before.order.payoutId)).toEqual([]);
      rail.price = async ({ fee }) => ({ rate: before.quote.rate, fee });
      const after = await payloadsOf(rerouted, corridorId);
      expect(rail.callsOf(after.order.payoutId)).not.toEqual([]);
      expect(comparable(after), corridorId).toEqual(comparable(before));
      expect(JSON.stringify(after), corridorId).not.toContain(corridorId);
    }
  });
});
