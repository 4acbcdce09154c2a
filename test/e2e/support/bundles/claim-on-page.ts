import { expect } from 'vitest';
import { linksOf } from '../../../shared/payouts/links/support.ts';
import type { Cast } from '../../../story/cast.ts';
import type { Storyteller } from '../../../story/storyteller.ts';
import { Payee } from '../../../support/payout-links/payee.ts';

/** Claims a payout link on its page, as a browser without scripts does. No operation makes a link yet. */
export async function claimOnPage({ service }: Storyteller, { key }: Cast): Promise<void> {
  const { url } = await linksOf(service, { organizationId: key.key.organizationId, ...key }).create({ amount: '5.00' });
  const page = new URL(url).pathname;
  const payee = new Payee(service);
  expect((await payee.get(`${page}?lang=de`)).text).toContain('lang="de"');
  const claimed = await payee.claim(page);
  expect(claimed.status, claimed.text.slice(-500)).toBeLessThan(400);
}
