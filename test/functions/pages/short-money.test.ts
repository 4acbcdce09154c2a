import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, CollectionAccountEntity } from '../../../shared/checkout/accounts/account.ts';
import { transferBound } from '../../../shared/checkout/attempts/attempt-bounds.ts';
import { type Link, LinkEntity } from '../../../shared/checkout/links/link.ts';
import { openMs } from '../../../shared/checkout/methods/crypto/payments/reserved-amount.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { Buyer, linkNow, paymentsOn } from '../../support/checkout/buyer.ts';
import { buyersAddress } from '../../support/checkout/crypto-links.ts';
import { addTransferLink, assignNewest, creditBank, sendTokens } from '../../support/checkout/short-money.ts';
import { readFeed, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
let owner: TestSession;
let path: string;
let link: Link;
let bank: Account;
let account: Account;
let buyer: Buyer;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  organization = await service.organization();
  owner = await service.member(organization.organizationId, 'owner');
  await newLink({});
  buyer = new Buyer(service);
});

async function newLink(changes: Partial<Link>): Promise<void> {
  ({ path, link, bank, account } = await addTransferLink(service.runtime, organization, changes));
}

async function changeLink(changes: Partial<Link>): Promise<void> {
  const now = await linkNow(service, link);
  await service.runtime.store.put(LinkEntity, { ...now, ...changes, version: now.version + 1 });
}

/** Opens the link's page and presses its button, as a visitor does. */
async function visit(kind: 'bank' | 'crypto', by = buyer): Promise<Answer & { view: string }> {
  service.clock.advance(1_000);
  const view = await by.view(`${path}?method=${kind}`);
  return { ...(await by.post(`${path}/${kind}`, { view })), view };
}

/** Presses a button of a page: by what its form has. */
async function press({ text }: Answer, name: 'another' | 'rest' | 'sent', by = buyer): Promise<Answer> {
  service.clock.advance(1_000);
  const forms = text.match(/<form.*?<\/form>/gs) ?? [];
  const form = forms.find((one) =>
    name === 'rest' ? !/name="(another|sent)"/.test(one) : one.includes(`name="${name}"`),
  );
  const [, action = ''] = /action="([^"]+)"/.exec(form ?? '') ?? [];
  const [, view = ''] = /name="view" value="([0-9a-f]{32})"/.exec(form ?? '') ?? [];
  expect(form, `a form for ${name}`).toBeDefined();
  return by.post(action, { view, ...(name !== 'rest' && { [name]: 'yes' }) });
}

const title = ({ text }: Answer) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
const referenceIn = ({ text }: Answer) => /data-copy="(RF[0-9A-Z]+)"/.exec(text)?.[1] ?? '';
const amountIn = ({ text }: Answer) => /data-copy="(\d+\.\d{6})"/.exec(text)?.[1] ?? '';
const tokens = (amount: string) => BigInt(amount.replace('.', ''));
const newest = async () => (await paymentsOn(service, link)).at(-1) as { paymentId: string };
const hasAnother = ({ text }: Answer) => text.includes('Another payment');

/** Begins by bank, and some of it comes in. */
async function shortByBank(amount = '14.99', by = buyer): Promise<string> {
  const reference = referenceIn(await visit('bank', by));
  await creditBank(service, link, reference, amount);
  return reference;
}

/** Begins by crypto, sends a wrong amount, and the merchant assigns it. */
async function shortByCrypto(amount = 14_500_000n, by = buyer): Promise<Answer> {
  const begun = await visit('crypto', by);
  await sendTokens(service, link, amount);
  await assignNewest(service, link, owner, (await newest()).paymentId);
  return begun;
}

describe('short money by bank', () => {
  test('is shown with what is missing, and the rest goes to the same reference', async () => {
    const reference = await shortByBank();
    const rest = await visit('bank');
    expect(referenceIn(rest)).toBe(reference);
    expect(title(rest)).toBe('Transfer $0.01 to Example');
    expect(rest.text).toContain('$14.99 of $15.00 has arrived. $0.01 is missing.');
    expect(rest.text).toContain('data-copy="0.01"');
    expect(hasAnother(rest)).toBe(true);
    await creditBank(service, link, reference, '0.01');
    expect(await paymentsOn(service, link)).toMatchObject([
      { status: 'paid', received: '1500', externalId: reference },
    ]);
    expect(await readFeed(service, organization)).toMatchObject([{ type: 'checkout_payment.paid' }]);
    expect(referenceIn(await visit('bank'))).not.toBe(reference);
  });

  test('follows each part that comes in', async () => {
    const reference = await shortByBank('5.00');
    await creditBank(service, link, reference, '9.50');
    const rest = await visit('bank');
    expect(referenceIn(rest)).toBe(reference);
    expect(rest.text).toContain('$14.50 of $15.00 has arrived. $0.50 is missing.');
  });

  test('is left by “Another payment”, and pages of before are still about it', async () => {
    const before = await visit('bank');
    const reference = referenceIn(before);
    await creditBank(service, link, reference, '14.99');
    const other = await press(await visit('bank'), 'another');
    expect(referenceIn(other)).not.toBe(reference);
    expect(title(other)).toBe('Transfer $15.00 to Example');
    expect(hasAnother(other)).toBe(false);
    expect(referenceIn(await visit('bank')), 'the next visit').toBe(referenceIn(other));
    expect(referenceIn(await buyer.post(`${path}/bank`, { view: before.view }))).toBe(reference);
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });

  test('is left once, however often “Another payment” is pressed', async () => {
    await shortByBank();
    const rest = await visit('bank');
    const [one, two] = await Promise.all([press(rest, 'another'), press(rest, 'another')]);
    expect(referenceIn(one)).toBe(referenceIn(two));
    expect(referenceIn(await press(rest, 'another'))).toBe(referenceIn(one));
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });

  test('is another payment’s also when the first is completed while the buyer hesitates', async () => {
    const reference = await shortByBank();
    const rest = await visit('bank');
    await creditBank(service, link, reference, '0.01');
    const other = await press(rest, 'another');
    expect(referenceIn(other)).not.toBe(reference);
    expect(title(other)).toBe('Transfer $15.00 to Example');
  });

  test('is nobody else’s: other browsers get a reference of their own', async () => {
    const reference = await shortByBank();
    for (const other of [new Buyer(service), new Buyer(service, '')]) {
      const answer = await visit('bank', other);
      expect(referenceIn(answer)).not.toBe(reference);
      expect(answer.text).not.toContain('of $15.00 has arrived');
    }
  });

  test('is continued without cookies from the view that began it, and left from there', async () => {
    const plain = new Buyer(service, '');
    const begun = await visit('bank', plain);
    await creditBank(service, link, referenceIn(begun), '14.99');
    const rest = await plain.post(`${path}/bank`, { view: begun.view });
    expect(referenceIn(rest)).toBe(referenceIn(begun));
    const [one, two] = [await press(rest, 'another', plain), await press(rest, 'another', plain)];
    expect(referenceIn(one)).not.toBe(referenceIn(begun));
    expect(referenceIn(two)).toBe(referenceIn(one));
  });

  test('accepted by an owner is paid, and asks for nothing more', async () => {
    const reference = await shortByBank();
    const payments = `/checkout/organizations/${organization.organizationId}/payments`;
    await service.post(`${payments}/${reference}/accept`, owner, undefined);
    const again = await visit('bank');
    expect(referenceIn(again)).not.toBe(reference);
    expect(again.text).not.toContain('of $15.00 has arrived');
  });
});

describe('short money by crypto', () => {
  test('is shown with what is missing, whose exact amount is reserved for the same payment', async () => {
    const whole = amountIn(await shortByCrypto());
    const rest = await visit('crypto');
    const amount = amountIn(rest);
    expect(tokens(amount)).toBeGreaterThan(500_000n);
    expect(tokens(amount)).toBeLessThan(510_000n);
    expect(title(rest)).toBe(`Send ${amount} USDC to Example`);
    expect(rest.text).toContain('$14.50 of $15.00 has arrived. $0.50 is missing.');
    expect(rest.text).not.toContain(whole);
    expect(hasAnother(rest)).toBe(true);
    const unseen = await press(rest, 'sent');
    expect(amountIn(unseen)).toBe(amount);
    expect(unseen.text).toContain('Your transfer has not been seen yet.');
    await sendTokens(service, link, tokens(amount));
    expect(title(await press(rest, 'sent'))).toBe('Payment received');
    expect(await paymentsOn(service, link)).toMatchObject([{ status: 'paid', received: '1500' }]);
    const feed = await readFeed(service, organization);
    expect(feed).toMatchObject([{ type: 'checkout_payment.paid', data: { received: '15.00' } }]);
    expect(feed[0]?.data).not.toHaveProperty('late');
  });

  test('is reserved anew at each press, and each of the amounts pays it', async () => {
    await shortByCrypto();
    const rest = await visit('crypto');
    const again = await visit('crypto');
    expect(amountIn(again)).not.toBe(amountIn(rest));
    await sendTokens(service, link, tokens(amountIn(rest)));
    expect(title(await press(again, 'sent'))).toBe('Payment received');
    expect(await paymentsOn(service, link)).toMatchObject([{ status: 'paid', received: '1500' }]);
  });

  test('says what came to a buyer who has said to have sent it, and reserves only when asked to', async () => {
    const begun = await shortByCrypto();
    const told = await press(begun, 'sent');
    expect(told.status).toBe(200);
    expect(title(told)).toBe('Part of the payment has arrived');
    expect(told.text).toContain('$14.50 of $15.00 has arrived. $0.50 is missing.');
    for (const part of [buyersAddress, 'being processed', 'not been seen']) expect(told.text).not.toContain(part);
    const rest = await press(told, 'rest');
    expect(tokens(amountIn(rest)) / 10_000n).toBe(50n);
    const other = await press(told, 'another');
    expect(tokens(amountIn(other)) / 10_000n).toBe(1_500n);
  });

  test('asks for no amount that is over, or that more money has made wrong', async () => {
    await shortByCrypto();
    const rest = await visit('crypto');
    await sendTokens(service, link, 250_000n);
    await assignNewest(service, link, owner, (await newest()).paymentId);
    const told = await press(rest, 'sent');
    expect(told.text).toContain('$14.75 of $15.00 has arrived. $0.25 is missing.');
    expect(amountIn(told)).toBe('');
    const next = await press(told, 'rest');
    service.clock.advance(openMs);
    const ended = await press(next, 'sent');
    expect(title(ended)).toBe('Part of the payment has arrived');
    expect(amountIn(ended)).toBe('');
  });

  test('is still asked for long after the time of the first amount', async () => {
    await shortByCrypto();
    service.clock.advance(3 * openMs);
    expect((await visit('crypto')).text).toContain('$0.50 is missing.');
  });

  test('is paid by the sandbox’s test transfer, once for each amount', async () => {
    await shortByCrypto();
    const rest = await visit('crypto');
    await Promise.all([1, 2].map(() => buyer.post(`${path}/test-transfer`, { view: rest.view })));
    await sendTokens(service, link, 1n);
    expect(title(await press(rest, 'sent'))).toBe('Payment received');
    expect(await paymentsOn(service, link)).toMatchObject([{ status: 'paid', received: '1500' }]);
  });

  test('is left by “Another payment”, and each page stays about its own payment', async () => {
    await shortByCrypto();
    const rest = await visit('crypto');
    const other = await press(rest, 'another');
    expect(tokens(amountIn(other)) / 10_000n).toBe(1_500n);
    expect(hasAnother(other)).toBe(false);
    expect(amountIn(await press(rest, 'another')), 'a double click').toBe(amountIn(other));
    expect(amountIn(await press(other, 'sent'))).toBe(amountIn(other));
    expect(amountIn(await visit('crypto')), 'the next visit').toBe(amountIn(other));
    const sent = await press(rest, 'sent');
    expect(amountIn(sent), 'the first one’s page').toBe(amountIn(rest));
    await sendTokens(service, link, tokens(amountIn(other)));
    expect(title(await press(other, 'sent'))).toBe('Payment received');
    expect(title(await press(rest, 'another')), 'again, after it was paid').toBe('Payment received');
    expect(amountIn(await press(rest, 'sent'))).toBe(amountIn(rest));
    expect(await paymentsOn(service, link)).toMatchObject([{ status: 'pending' }, { status: 'paid' }]);
  });

  test('leaves a visitor of the same moment with another payment, not with the first one’s rest', async () => {
    await shortByCrypto();
    const rest = await visit('crypto');
    const { now } = service.clock;
    const other = await press(rest, 'another');
    service.clock.now = now + 1_000;
    const view = await buyer.view(`${path}?method=crypto`);
    expect(amountIn(await buyer.post(`${path}/crypto`, { view }))).toBe(amountIn(other));
  });

  test('is continued and left without cookies', async () => {
    const plain = new Buyer(service, '');
    const { view } = (await shortByCrypto(14_500_000n, plain)) as Answer & { view: string };
    const rest = await plain.post(`${path}/crypto`, { view });
    expect(rest.text).toContain('$0.50 is missing.');
    const other = await press(rest, 'another', plain);
    expect(tokens(amountIn(other)) / 10_000n).toBe(1_500n);
    expect(amountIn(await press(other, 'sent', plain))).toBe(amountIn(other));
    expect(amountIn(await press(rest, 'sent', plain))).toBe(amountIn(rest));
  });
});

describe('where the rest cannot be paid', () => {
  const expectMerchant = (answer: Answer, status: number) => {
    expect(answer.status).toBe(status);
    expect(title(answer)).toBe('Part of the payment has arrived');
    expect(answer.text).toMatch(/\$14\.\d\d of \$15\.00 has arrived\. \$0\.\d\d is missing\./);
    expect(answer.text).toContain('The rest cannot be paid here at the moment. Ask Example what to do');
    for (const part of [buyersAddress, 'data-copy', '<form', 'Ask Example for a new one', 'pay_'])
      expect(answer.text).not.toContain(part);
  };

  test.each<[string, Partial<Link>, number]>([
    ['paused', { status: 'paused' }, 410],
    ['expired', { expiresAt: 1 }, 410],
    ['full', { maxPayments: 1, placesTaken: 1 }, 409],
  ])('of a link that is %s, every page says so and sends the buyer to the merchant', async (_what, changes, status) => {
    await shortByBank();
    const begun = await shortByCrypto();
    const rest = await visit('crypto');
    await changeLink(changes);
    expectMerchant(await buyer.get(path), status);
    for (const kind of ['bank', 'crypto']) {
      expectMerchant(await buyer.post(`${path}/${kind}`, { view: rest.view }), status);
    }
    for (const page of [begun, rest]) expectMerchant(await press(page, 'sent'), status);
    expect((await new Buyer(service).get(path)).text).not.toContain('of $15.00 has arrived');
  });

  test('into an account that was removed', async () => {
    await shortByBank();
    await shortByCrypto();
    for (const one of [bank, account]) {
      await service.runtime.store.put(CollectionAccountEntity, { ...one, status: 'removed', version: 2 });
    }
    for (const kind of ['bank', 'crypto'] as const) expectMerchant(await visit(kind), 200);
  });

  test('while the network has begun too many transfers: and leads back', async () => {
    await shortByCrypto();
    for (let begun = 0; begun < transferBound.ofNetwork; begun += 1) await visit('crypto');
    const busy = await visit('crypto');
    expectMerchant(busy, 429);
    expect(busy.text).toContain(`href="${path}"`);
  });

  test('of a suspended organization nothing is told', async () => {
    await shortByBank();
    await shortByCrypto();
    const rest = await visit('crypto');
    await suspend(service.runtime, organization.organizationId);
    const pages = [await buyer.get(path), await press(rest, 'sent'), await press(rest, 'another')];
    for (const answer of [...pages, await buyer.post(`${path}/bank`, { view: rest.view })]) {
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('This page is unavailable') });
      for (const secret of ['14.', 'Example', 'arrived']) expect(answer.text).not.toContain(secret);
    }
  });
});

describe('the page of a link', () => {
  test('says what came of this browser’s transfers, and how the rest is paid, and costs no more calls', async () => {
    await shortByBank();
    const { text } = await buyer.get(path);
    expect(text).toContain('$14.99 of $15.00 has arrived. $0.01 is missing.');
    expect(text).toContain('choose “Bank transfer” to pay the rest');
    for (const part of ['RF', 'pay_']) expect(text).not.toContain(part);
    expect((await new Buyer(service).get(path)).text).not.toContain('of $15.00 has arrived');
  });
});

describe('a transfer in another amount', () => {
  test('is told apart from one that was not seen yet, with amount and time', async () => {
    const begun = await visit('crypto');
    expect((await press(begun, 'sent')).text).toContain('has not been seen yet');
    await sendTokens(service, link, 14_990_000n);
    const told = await press(begun, 'sent');
    expect(told.text).toContain('14.990000 USDC on March 1, 2026');
    expect(told.text).toContain('Ask Example to match it to your payment.');
    expect(told.text).not.toContain('has not been seen yet');
    expect(amountIn(told)).toBe(amountIn(begun));
  });

  test('is told after the time of the amount, too, and no page promises that it is recognized', async () => {
    const begun = await visit('crypto');
    await sendTokens(service, link, 14_990_000n);
    service.clock.advance(openMs);
    const ended = await press(begun, 'sent');
    expect(ended.status).toBe(410);
    expect(ended.text).toContain('14.990000 USDC on March 1, 2026');
    expect(ended.text).toContain('If you sent anything else, contact Example.');
    expect(ended.text).not.toContain('is recognized');
  });

  test('is not somebody’s dust, nor older than the attempt, nor one that was assigned since', async () => {
    await visit('crypto', new Buyer(service));
    await sendTokens(service, link, 13_000_000n);
    const begun = await visit('crypto');
    await sendTokens(service, link, 9_999n);
    expect((await press(begun, 'sent')).text).toContain('has not been seen yet');
    await sendTokens(service, link, 14_990_000n);
    await assignNewest(service, link, owner, (await newest()).paymentId);
    const told = await press(begun, 'sent');
    expect(told.text).toContain('$14.99 of $15.00 has arrived.');
    expect(told.text).not.toContain('14.990000');
  });
});

test('a thief who adds another field, or another value, begins nothing', async () => {
  const view = '0'.repeat(32);
  for (const fields of [{ another: 'no' }, { another: '' }, { another: 'yes', more: '1' }] as Record<
    string,
    string
  >[]) {
    for (const kind of ['bank', 'crypto']) {
      expect(await buyer.post(`${path}/${kind}`, { view, ...fields })).toMatchObject({ status: 400 });
    }
  }
  expect(await paymentsOn(service, link)).toEqual([]);
});
