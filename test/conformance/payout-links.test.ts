import { beforeEach, describe, expect, test } from 'vitest';
import { Payee, titleOf } from '../support/payout-links/payee.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { type Caller, newCaller, useService } from './support.ts';

const dayMs = 24 * 60 * 60 * 1000;
const stage = useService();
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

/** Addresses of pages, by what became of their links. */
async function pages() {
  const make = async (amount: string) => {
    const { payoutLinkId, url } = await sent(caller.sluice.createPayoutLink({ amount, currency: 'USD' }));
    return { payoutLinkId, path: new URL(url ?? '').pathname };
  };
  const [spent, canceled, expired] = [await make('10.00'), await make('20.00'), await make('30.00')];
  const payee = new Payee(stage.http.service);
  expect((await payee.claim(spent.path)).status).toBe(303);
  await caller.sluice.cancelPayoutLink({ payoutLinkId: canceled.payoutLinkId });
  return { payee, spent, canceled, expired };
}

describe('Errors', quotedByName, () => {
  test('`PAYOUT_LINK_UNUSABLE` | 400 | payout link expired, spent or failed; single-use | -', async () => {
    const { spent, canceled, expired } = await pages();
    stage.http.service.clock.advance(31 * dayMs);
    for (const { path } of [spent, canceled, expired]) {
      const answer = await new Payee(stage.http.service).price(path);
      expect(answer.status).toBe(400);
      expect(titleOf(answer)).toBe('This did not work');
    }
    expect((await caller.sluice.listOrders()).data).toHaveLength(1);
  });

  test('Notes: a spent payout link submitted again returns the original payout with `status: already_submitted`.', async () => {
    const { payee, spent } = await pages();
    const again = await payee.price(spent.path);
    expect(again.status).toBe(200);
    expect(again.text).toContain('You have already confirmed this. It is paid once.');
    const { payoutId = '' } = await caller.sluice.getPayoutLink({ payoutLinkId: spent.payoutLinkId });
    const { destinationAmount } = await caller.sluice.getOrder({ payoutId });
    expect(again.text).toContain(destinationAmount);
    expect((await caller.sluice.listOrders()).data).toHaveLength(1);
  });

  test('A 404 on a link route covers expired, spent, forged and unknown links alike.', async () => {
    const { spent, canceled, expired } = await pages();
    stage.http.service.clock.advance(31 * dayMs);
    const forged = expired.path.replace(/.{32}$/, '0'.repeat(32));
    const unknown = '/p/payout/unknown.pl_1.00000000000000000000000000000000';
    const stranger = new Payee(stage.http.service);
    const answers = [];
    for (const path of [spent.path, canceled.path, expired.path, forged, unknown]) {
      const { status, text } = await stranger.get(path);
      answers.push({ status, text: text.replace(/req_\w+/g, 'req') });
    }
    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});
