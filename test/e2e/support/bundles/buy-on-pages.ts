import { expect } from 'vitest';
import type { Cast } from '../../../story/cast.ts';
import type { Storyteller } from '../../../story/storyteller.ts';
import { Buyer, ledTo, locationOf } from '../../../support/checkout/buyer.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const iban = 'DE75512108001245126199';

/** Pays a link by each of its methods, through every page, as a browser without scripts does. */
export async function buyOnPages(story: Storyteller, { key, owner }: Cast): Promise<void> {
  const bank = await story.tell('registerCollectionAccount', owner, {
    body: { kind: 'bank', currency: 'USD', details: { holderName: 'Analytical Engines', iban } },
  });
  const crypto = await story.tell('registerCollectionAccount', owner, {
    body: { kind: 'crypto', currency: 'USD', details: { token: 'USDC', chain: 'base', address } },
  });
  const methods = [
    { kind: 'card' },
    { kind: 'bank', accountId: bank.accountId },
    { kind: 'crypto', accountId: crypto.accountId },
  ];
  const items = [{ name: 'Tea <strong>', quantity: 1, unitAmount: '15.00' }];
  const { shareUrl } = await story.tell('createLink', key, {
    body: { currency: 'USD', items, methods, publish: true },
  });
  const page = new URL(shareUrl).pathname;
  const buyer = () => new Buyer(story.service, story.service.runtime.ids.token());
  expect((await buyer().get(`${page}?lang=de`)).text).toContain('lang="de"');
  await payByCard(buyer(), page);
  await leaveCardPage(buyer(), page);
  const [byBank, byCrypto, byTransfer] = [buyer(), buyer(), buyer()];
  await byBank.post(`${page}/bank`, { view: await byBank.view(page) });
  await byCrypto.post(`${page}/crypto`, { view: await byCrypto.view(page) });
  await byTransfer.post(`${page}/test-transfer`, { view: await byTransfer.view(page) });
  await story.pass(60_000);
}

async function payByCard(buyer: Buyer, page: string): Promise<void> {
  const cardPage = locationOf(await buyer.payByCard(page));
  expect((await buyer.get(cardPage)).text).toContain('4242');
  const back = await buyer.get(ledTo(await buyer.choose(cardPage)));
  expect(back.status).toBe(200);
}

async function leaveCardPage(buyer: Buyer, page: string): Promise<void> {
  const { text } = await buyer.get(locationOf(await buyer.payByCard(page)));
  const cancel = /href="([^"]+\/cancel[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await buyer.get(cancel)).status).toBeLessThan(400);
}
