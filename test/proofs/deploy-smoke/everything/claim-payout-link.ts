import assert from 'node:assert/strict';
import { expectBooks, readFeed } from './books.ts';
import { Buyer } from './buyer.ts';
import type { Organization, PlayedStage } from './played-stage.ts';
import { until } from './until.ts';

/** An account of the sandbox that takes every payout. */
const inGermany = new URLSearchParams({ country: 'DE', method: 'eur_de_iban' });
const account = { type: 'individual', name: 'Grace Hopper', 'account.iban': 'DE89 3704 0044 0532 0130 00' };

/** Pays somebody who says on a link's page where, without scripts, and only once. */
export async function payByLink(stage: PlayedStage): Promise<string> {
  const organization = await stage.organization('prizes');
  const { sluice } = organization;
  await sluice.fundSandbox({ amount: '100.00' });
  const link = await sluice.createPayoutLink({ amount: '40.00', currency: 'USD', note: 'First prize' });
  assert.ok(link.status === 'open' && link.url, `the link cannot be claimed: ${JSON.stringify(link)}`);
  const page = stage.reachable(link.url);
  const [payee, stranger] = [new Buyer(new URL(page).origin), new Buyer(new URL(page).origin)];
  const details = await payee.get(`${page}?${inGermany}`);
  assert.match(details, /First prize/);
  const seenByStranger = await stranger.get(`${page}?${inGermany}`);
  const price = await payee.submit(details, /\/price(\?|$)/, account);
  await payee.submit(price, /\/claim(\?|$)/);
  const { payoutId } = await paidOnce(organization, link.payoutLinkId);
  assert.match(await payee.get(page), new RegExp(payoutId), 'the payee sees what became of the payout');
  const late = await stranger.send(seenByStranger, /\/price(\?|$)/, account);
  assert.equal(late.status, 400, 'nobody else can claim the link');
  const strangers = [page, page.replace(/.$/, (last) => (last === '0' ? '1' : '0'))];
  for (const address of strangers) assert.equal((await fetch(address)).status, 404, 'a stranger sees no payout');
  await expectEvents(organization, payoutId);
  await expectBooks(stage, organization, {
    available: '60.00',
    rows: { deposit: 1, hold: 1, hold_release: 1, payout: 1 },
  });
  return 'a link of 40.00 was claimed on its page, and paid once';
}

/** Waits for the one payout of a link. */
async function paidOnce({ sluice }: Organization, payoutLinkId: string) {
  const { status, payoutId = '' } = await sluice.getPayoutLink({ payoutLinkId });
  assert.equal(status, 'claimed');
  const payout = await until('the payout of the link is completed', async () => {
    const { data: payouts } = await sluice.listOrders();
    assert.deepEqual(
      payouts.map((one) => one.payoutId),
      [payoutId],
      'a link pays once',
    );
    return payouts.find(({ status: its }) => its === 'completed');
  });
  assert.equal(payout.sourceAmount, '40.00');
  return payout;
}

async function expectEvents(organization: Organization, payoutId: string): Promise<void> {
  const events = await readFeed(organization);
  const seen = events.filter(({ type }) => /^payout_link\.|^payout\.completed$/.test(type));
  assert.deepEqual(
    seen.map(({ type, payoutId: of = '' }) => `${type} ${of}`),
    ['payout_link.created ', `payout_link.claimed ${payoutId}`, `payout.completed ${payoutId}`],
  );
}
