import { Payee } from '../../support/payout-links/payee.ts';
import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';

/** A browser's cookie. */
const browser = '8'.repeat(32);

/** A prize for somebody who says where it should be paid, and one that is called off. */
export async function payByLink(story: Storyteller, { key, operator }: Cast): Promise<void> {
  const { payoutLinkId, url } = await story.tell('createPayoutLink', key, {
    body: {
      amount: '75.00',
      currency: 'USD',
      payeeName: 'Grace Hopper',
      reference: 'prize-march-grace',
      note: 'First prize of the March competition',
      countries: ['DE', 'GB'],
    },
  });
  const path = { payoutLinkId };
  await story.tell('getPayoutLink', key, { path });
  const lost = new URL(url).pathname;
  const renewed = await story.tell('renewPayoutLinkToken', key, { path });
  const payee = new Payee(story.service, browser);
  const page = new URL(renewed.url).pathname;
  if ((await payee.get(lost)).status !== 404) throw new Error('the address before opens nothing any more');
  if ((await payee.get(page)).status !== 200) throw new Error('the new address opens nothing');
  const claimed = await payee.claim(page);
  if (claimed.status >= 400) throw new Error(`the link is not claimed: ${claimed.text}`);
  await story.tell('listPayoutLinks', key, { query: { reference: 'prize-march-grace' } });

  const second = await story.tell('createPayoutLink', operator, { body: { amount: '20.00', currency: 'USD' } });
  await story.tell('cancelPayoutLink', key, { path: { payoutLinkId: second.payoutLinkId } });
}
