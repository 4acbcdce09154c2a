import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, CollectionAccountEntity } from '../../../shared/checkout/accounts/account.ts';
import { AttemptCountsEntity } from '../../../shared/checkout/attempts/attempt-counts.ts';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { absent } from '../../../shared/ground/table/expressions.ts';
import { storedItems } from '../../support/answers.ts';
import { Buyer, linkNow, paymentsOn } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { crashAt } from '../../support/crash.ts';
import { readFeed, type TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
let account: Account;
let path: string;
let link: Link;

const view = '0'.repeat(32);
const iban = 'DE89370400440532013000';

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  organization = await service.organization();
  const at = new Date(service.clock.now).toISOString();
  const details = JSON.stringify({ holderName: 'Oak <GmbH>', iban });
  const { runtime } = service;
  account = {
    organizationId: organization.organizationId,
    accountId: runtime.ids.next('ca', service.clock.now),
    version: 1,
    status: 'active',
    kind: 'bank',
    currency: 'USD',
    details,
    createdBy: { actorUserId: 'user-1' },
    livemode: false,
    createdAt: at,
    updatedAt: at,
  } as Account;
  await runtime.store.put(CollectionAccountEntity, account, absent);
  const methods = [{ kind: 'card' as const }, { kind: 'bank' as const, accountId: account.accountId, details }];
  ({ path, link } = await addLink(runtime, organization, { methods, maxPayments: 1 }));
});

const transfer = (buyer: Buyer, view: string) => buyer.post(`${path}/bank`, { view });
const referenceIn = (text: string) => /data-copy="(RF[0-9A-Z]+)"/.exec(text)?.[1];

describe('a buyer who pays by bank', () => {
  test('chooses it by a plain link, and reads account, amount and reference', async () => {
    const buyer = new Buyer(service);
    const chosen = await buyer.get(`${path}?method=bank`);
    expect(chosen.text).toContain(`action="${path}/bank"`);
    const { status, text } = await transfer(buyer, await buyer.view(path));
    expect(status).toBe(200);
    for (const part of ['Oak &lt;GmbH&gt;', 'DE89 3704 0044 0532 0130 00', 'data-copy="15.00"'])
      expect(text).toContain(part);
    const [payment] = await paymentsOn(service, link);
    expect(payment).toMatchObject({ status: 'pending', method: { kind: 'bank' }, externalId: referenceIn(text) });
    expect(await readFeed(service, organization)).toEqual([]);
    expect((await linkNow(service, link)).placesTaken).toBe(0);
  });

  test('keeps the reference however often the form is sent, and others get their own', async () => {
    const buyer = new Buyer(service);
    const view = await buyer.view(path);
    const answers = await Promise.all([1, 2, 3].map(() => transfer(buyer, view)));
    expect(new Set(answers.map(({ text }) => referenceIn(text))).size).toBe(1);
    const other = await transfer(new Buyer(service), view);
    expect(referenceIn(other.text)).not.toBe(referenceIn(answers[0]?.text ?? ''));
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });

  test('is shown no account that was removed since the link was published', async () => {
    await service.runtime.store.put(CollectionAccountEntity, { ...account, status: 'removed', version: 2 });
    const answer = await transfer(new Buyer(service), '0'.repeat(32));
    expect(answer.text).toContain('This link cannot be paid');
    expect(answer.text).not.toContain(iban);
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test.each([
    [{}, 400],
    [{ view: 'x'.repeat(32) }, 400],
    [{ view: '<script>' }, 400],
    [{ view: '0'.repeat(32), total: '1' }, 400],
  ])('sends no form but the page’s own: %j', async (fields, status) => {
    const answer = await new Buyer(service).post(`${path}/bank`, fields as Record<string, string>);
    expect(answer).toMatchObject({ status });
    expect(answer.text).not.toContain('<script>');
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test('cannot be made to send it by another site', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const foreign = await service.send('POST', `${path}/bank`, `view=${'0'.repeat(32)}`, headers);
    expect(foreign).toMatchObject({ status: 403 });
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test('has one payment and is counted once, wherever the process is killed', async () => {
    for (const moment of ['before', 'after'] as const) {
      for (let call = 1, isOver = false; !isOver; call += 1) {
        const { methods } = link;
        const target = await addLink(service.runtime, organization, { methods });
        const { intercept, crashed } = crashAt({ call, moment });
        const story = new Buyer(service.process(intercept), 'c'.repeat(32)).post(`${target.path}/bank`, { view });
        isOver = (await Promise.race([crashed, story])) !== 'crashed';
        const again = await new Buyer(service, 'c'.repeat(32)).post(`${target.path}/bank`, { view });
        const what = `killed ${moment} call ${call}`;
        expect(referenceIn(again.text), what).toBeDefined();
        expect(await paymentsOn(service, target.link), what).toHaveLength(1);
        const counts = (await storedItems(service, AttemptCountsEntity.entityName)).filter(
          ({ linkId }) => linkId === target.link.linkId,
        );
        expect(
          counts.map(({ transfers }) => (transfers as { count: number }[]).map(({ count }) => count)),
          what,
        ).toEqual([[1], [1]]);
      }
    }
  });

  test('is shown none by a link that does not offer it, nor by one that has ended', async () => {
    const cardOnly = await addLink(service.runtime, organization);
    const answer = await new Buyer(service).post(`${cardOnly.path}/bank`, { view: '0'.repeat(32) });
    expect(answer.text).toContain('This link cannot be paid');
    const { methods } = link;
    const ended = await addLink(service.runtime, organization, { methods, expiresAt: 1 });
    expect(await new Buyer(service).post(`${ended.path}/bank`, { view: '0'.repeat(32) })).toMatchObject({
      status: 410,
    });
  });
});
