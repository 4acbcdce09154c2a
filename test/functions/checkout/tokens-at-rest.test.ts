import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storedItems } from '../../support/answers.ts';
import { Buyer } from '../../support/checkout/buyer.ts';
import { root } from '../../support/imports.ts';
import { bodyOf, settle } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';
import { invite, organizationOfMembers } from '../members/support.ts';
import { checkoutOf } from './payments-support.ts';

/** A page's token, wherever in a text. */
const pageToken = /[a-z0-9]{2,32}\.[a-z]{1,8}_[a-z0-9]{1,32}\.[0-9a-f]{32}/;

/** The rows that SECURITY.md names, from the first column of its table. */
function namedRows(): string[] {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const section = text.split('#### Tokens that are stored unsealed')[1]?.split('\n### ')[0] ?? '';
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name as string);
}

test('SECURITY.md names every row that holds the token of a page in clear, and no other', async () => {
  const service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 10_000 });
  const members = await organizationOfMembers(service);
  const { organization: of } = members;
  const link = { currency: 'USD', items: [{ name: 'Mug', quantity: 1, unitAmount: '15.00' }], publish: true };
  const { shareUrl } = bodyOf(await service.post(`${checkoutOf(of)}/links`, of, link), 201);
  const { pathname } = new URL(shareUrl);
  const paid = await new Buyer(service).pay(pathname);
  expect(paid.text).toContain('Payment received');
  const left = new Buyer(service);
  expect(await left.payByCard(pathname)).toMatchObject({ status: 303 });
  const { token } = bodyOf(await invite(service, members), 201);
  await settle(service);

  const items = await storedItems(service);
  const holding = items.filter((item) => pageToken.test(JSON.stringify(item))).map(({ _et }) => _et);
  expect([...new Set(holding)].sort()).toEqual(namedRows().sort());
  expect(JSON.stringify(items)).not.toContain(token);
});
