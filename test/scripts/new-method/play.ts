import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { network } from '../../../shared/checkout/methods/voucher/network.ts';
import { texts } from '../../../shared/checkout/methods/voucher/texts.ts';
import { Buyer } from '../../support/checkout/buyer.ts';
import { letPass } from '../../support/checkout/crypto-links.ts';
import { bodyOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let of: TestOrganization;

beforeEach(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await service.organization();
  network.isSilent = false;
});

const checkout = () => `/checkout/organizations/${of.organizationId}`;

/** A published link that is paid at a kiosk. @returns the path of its page */
async function published(): Promise<string> {
  const link = bodyOf(
    await service.post(`${checkout()}/links`, of, {
      currency: 'USD',
      items: [{ name: 'A mug', quantity: 1, unitAmount: '15.00' }],
      methods: [{ kind: 'voucher', chainOfKiosks: 'corner' }],
      publish: true,
    }),
    201,
  );
  expect(link).toMatchObject({ status: 'sent', methods: [{ kind: 'voucher', chainOfKiosks: 'corner' }] });
  return new URL(link.shareUrl).pathname;
}

/** Gets a code. @returns the code */
async function begun(): Promise<string> {
  const buyer = new Buyer(service);
  const path = await published();
  const { text } = await buyer.post(`${path}/voucher`, { view: await buyer.view(path) });
  return /<p id="code">(V\w{8})</.exec(text)?.[1] ?? '';
}

const paymentOf = async (code: string) => bodyOf(await service.get(`${checkout()}/payments/${code}`, of));

async function paid(): Promise<string> {
  const code = await begun();
  network.paid.set(code, 15_00n);
  await letPass(service, 60_000);
  return code;
}

const refund = (code: string, amount: string) =>
  service.post(`${checkout()}/payments/${code}/refund`, of, { amount }, { idempotencyKey: randomUUID() });

test.each(Object.entries(texts))('is offered in %s', async (language, { next, button }) => {
  const { text } = await new Buyer(service).get(`${await published()}?lang=${language}`);
  expect(text).toContain(`<button class="main">${button}</button>`);
  expect(text).toContain(next);
});

test('waits for its money, and is paid by its due work', async () => {
  const code = await begun();
  await letPass(service, 60_000);
  expect(await paymentOf(code)).toMatchObject({
    status: 'pending',
    method: { kind: 'voucher', chainOfKiosks: 'corner' },
  });
  network.paid.set(code, 15_00n);
  await letPass(service, 60_000);
  expect(await paymentOf(code)).toMatchObject({ status: 'paid', amountBase: 1500 });
  expect((await readFeed(service, of)).map(({ type }) => type)).toEqual(['checkout_payment.paid']);
});

test('is refunded at its own processor, in parts', async () => {
  const code = await paid();
  expect(bodyOf(await refund(code, '5.00'))).toMatchObject({ status: 'paid', refundedBase: 500 });
  expect(bodyOf(await refund(code, '10.00'))).toMatchObject({ status: 'refunded', refundedBase: 1500 });
  expect(await refund(code, '0.01')).toMatchObject({ status: 400, body: { type: 'REFUND_NOT_ALLOWED' } });
});

test('is refunded once where the answer is lost: its intent is resumed', async () => {
  const code = await paid();
  const before = network.calls;
  network.isSilent = true;
  expect((await refund(code, '5.00')).body.type).toBe('PAYOUT_OUTCOME_UNKNOWN');
  expect(await paymentOf(code)).toMatchObject({ refundedBase: 0 });
  network.isSilent = false;
  await letPass(service, 60_000);
  expect(await paymentOf(code)).toMatchObject({ refundedBase: 500 });
  expect(network.calls).toBe(before + 2);
  expect([...network.refunded.values()].filter(({ externalId }) => externalId === code)).toHaveLength(1);
});
