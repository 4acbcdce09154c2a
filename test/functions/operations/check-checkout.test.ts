import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Item } from '../../../local/table/item.ts';
import { CollectionAccountEntity } from '../../../shared/checkout/accounts/account.ts';
import { OpenAccountsEntity, openAccountsRef } from '../../../shared/checkout/accounts/open-accounts.ts';
import { AttemptEntity, attemptRef } from '../../../shared/checkout/attempts/attempt.ts';
import { type Link, LinkEntity, linkRef } from '../../../shared/checkout/links/link.ts';
import { watchWork } from '../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import { ReceiptEntity } from '../../../shared/checkout/methods/crypto/payments/receipt.ts';
import { TakenTransferEntity } from '../../../shared/checkout/methods/crypto/payments/taken-transfer.ts';
import { RecordedPaymentEntity } from '../../../shared/checkout/payments/listed/recorded-payment.ts';
import {
  type Payment,
  PaymentEntity,
  PaymentExternalIdEntity,
  paymentRef,
} from '../../../shared/checkout/payments/payment.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { format } from '../../../shared/ground/table/format.ts';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import { IntentEntity, intentRef, intentWork } from '../../../shared/journal/intents/intent.ts';
import { EventEntity } from '../../../shared/journal/rows/event.ts';
import {
  assign,
  attempt,
  openShop,
  readAddress,
  type Shop,
  serviceOnChain,
  to,
} from '../../shared/checkout/methods/crypto/support.ts';
import { refund } from '../../shared/checkout/refunds/support.ts';
import { storedItems } from '../../support/answers.ts';
import { Buyer } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { settle, type TestOrganization } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';
import { simulated } from '../checkout/payments-support.ts';

let service: TestService;

const isOf =
  ({ organizationId }: Pick<TestOrganization, 'organizationId'>) =>
  (item: Item) =>
    item.organizationId === organizationId;

async function check({ organizationId }: Pick<TestOrganization, 'organizationId'>): Promise<string[]> {
  const findings: string[] = [];
  for (let input: object = { organizationId }; ; ) {
    const page = await performed(service, 'check', input);
    findings.push(...page.findings);
    if (!page.progress) return findings;
    input = { organizationId, progress: page.progress };
  }
}

/** Changes the only item of an entity that fits, as nothing in the service would. */
async function distort<E extends Entity>(
  entity: E,
  isIt: (item: Item) => boolean,
  change: (item: FormattedItem<E>) => object,
): Promise<void> {
  const [found, ...others] = (await storedItems(service, entity.entityName)).filter(isIt);
  if (!found || others.length > 0) throw new Error(`there are ${others.length} other items of ${entity.entityName}`);
  const item = format(entity, found);
  await service.runtime.store.put(entity, { ...(item as object), ...change(item) } as FormattedItem<E>);
}

describe('what does not add up of payments by card is said:', () => {
  let of: TestOrganization;
  let link: Link;
  let paid: Payment;

  beforeEach(async () => {
    service = await TestService.start({ rateLimitOverride: 10_000 });
    of = await service.organization();
    ({ link } = await addLink(service.runtime, of, { maxPayments: 5, total: 15_00n }));
    paid = await pay();
  });

  const remove = (wanted: Parameters<typeof service.runtime.store.remove>[0]) =>
    service.runtime.store.remove(wanted, {});
  const isPaid = ({ paymentId }: Item) => paymentId === paid.paymentId;
  const workOn = (resourceId: string) => dueRef({ organizationId: of.organizationId, kind: 'checkout', resourceId });

  async function pay(on: Link = link): Promise<Payment> {
    const { id } = await simulated(service, of, on);
    return (await service.runtime.store.get(paymentRef(of.organizationId, id))) as Payment;
  }

  async function paymentNow(): Promise<Payment> {
    return (await service.runtime.store.get(paymentRef(of.organizationId, paid.paymentId))) as Payment;
  }

  /** A buyer is on the acquirer's card page. */
  async function createAttempt() {
    const { path } = await addLink(service.runtime, of, { maxPayments: 3 });
    await new Buyer(service).payByCard(path);
    return format(AttemptEntity, (await storedItems(service, 'checkoutAttempt'))[0] as Item);
  }

  test('nothing, in the middle of everything and at its end', async () => {
    await createAttempt();
    await pay((await addLink(service.runtime, of, { total: 15_02n })).link);
    await pay((await addLink(service.runtime, of, { total: 15_14n })).link);
    await pay((await addLink(service.runtime, of, { total: 15_06n, maxPayments: 1 })).link);
    await refund(service, { of, paymentId: paid.paymentId }, { amount: '1.85' });
    await refund(service, { of, paymentId: paid.paymentId }, { amount: '2.84' });
    expect(await check(of)).toEqual([]);
    await settle(service);
    expect(await check(of)).toEqual([]);
  });

  test.each<[string, Partial<Payment>, string]>([
    ['what was refunded', { refunded: 1n }, 'is paid, 1 refunded and 0 reversed'],
    ['what was reversed', { reversed: 1n }, 'is paid, 0 refunded and 1 reversed'],
    ['a status', { status: 'refunded' }, 'is refunded, 0 refunded and 0 reversed'],
  ])('%s that does not follow from refunds and disputes', async (_what, change, finding) => {
    await distort(PaymentEntity, isPaid, () => change);
    expect(await check(of)).toContainEqual(expect.stringContaining(`${paid.paymentId} ${finding}`));
  });

  test('a refund that is not counted', async () => {
    await refund(service, { of, paymentId: paid.paymentId }, { amount: '3.00' });
    await distort(PaymentEntity, isPaid, ({ refunds }) => ({
      refunds: refunds.map((one) => ({ ...one, amount: 2_00n })),
    }));
    expect(await check(of)).toEqual([
      `${paid.paymentId} is paid, 300 refunded and 0 reversed; its refunds and disputes make it paid, 200 and 0`,
    ]);
  });

  test('a pending payment that nothing is due for', async () => {
    const { paymentId } = await pay((await addLink(service.runtime, of, { total: 15_02n })).link);
    await remove(workOn(paymentId));
    expect(await check(of)).toEqual([`${paymentId} is pending, and nothing is due for it`]);
  });

  test('a pending refund that nothing is due for', async () => {
    await refund(service, { of, paymentId: paid.paymentId }, { amount: '1.85' });
    const [{ refundId = '' } = {}] = (await paymentNow()).refunds;
    await remove(workOn(paid.paymentId));
    expect(await check(of)).toEqual([`${refundId} of ${paid.paymentId} is pending, and nothing is due for it`]);
  });

  describe('a refund that is under way', () => {
    beforeEach(async () => {
      await refund(service, { of, paymentId: paid.paymentId }, { amount: '1.84' });
    });

    async function underWay() {
      const { refundId, intentId } = (await paymentNow()).refunding ?? { refundId: '', intentId: '' };
      return {
        name: `the refund ${refundId} of ${paid.paymentId}`,
        key: { organizationId: of.organizationId, intentId },
      };
    }

    test('and nothing is due for it', async () => {
      const { name, key } = await underWay();
      await remove(dueRef(intentWork(key)));
      expect(await check(of)).toEqual([`${name} waits for the acquirer, and nothing is due for it`]);
    });

    test('and its intent is settled, or does not exist', async () => {
      const { name, key } = await underWay();
      await distort(
        IntentEntity,
        ({ intentId }) => intentId === key.intentId,
        () => ({ state: 'settled' }),
      );
      expect(await check(of)).toEqual([`${name} waits for ${key.intentId}, which is settled`]);
      await remove(intentRef(key));
      expect(await check(of)).toEqual([`${name} waits for ${key.intentId}, which does not exist`]);
    });
  });

  test('a payment that no list shows', async () => {
    await remove(refTo(RecordedPaymentEntity, { ...of, paymentId: paid.paymentId, recordedIn: paid.recordedIn }));
    expect(await check(of)).toEqual([`${paid.paymentId} is in no list: it has no position on its link`]);
  });

  test('a payment whose state no event tells', async () => {
    await distort(PaymentEntity, isPaid, () => ({ eventSequences: [] }));
    expect(await check(of)).toContain(`${paid.paymentId} is paid, and no event says so`);
  });

  test('an event of another payment, or that says something else', async () => {
    const other = await pay();
    const event = (change: object) =>
      distort(
        EventEntity,
        ({ sequence }) => sequence === 1,
        (item) => ({
          data: JSON.stringify({ ...JSON.parse(item.data), ...change }),
        }),
      );
    await event({ status: 'refunded' });
    expect(await check(of)).toEqual([`${paid.paymentId} is paid, and its last event, 1, says refunded`]);
    await event({ status: 'paid', refunded: '1.00' });
    expect(await check(of)).toEqual([`${paid.paymentId} is paid, and its last event, 1, says paid`]);
    await event({ refunded: '0.00', id: other.paymentId });
    expect(await check(of)).toEqual([`${paid.paymentId} names event 1, which is of ${other.paymentId}`]);
  });

  test('an event that its payment does not name', async () => {
    const other = await pay();
    await distort(
      PaymentEntity,
      ({ paymentId }) => paymentId === other.paymentId,
      () => ({ eventSequences: [1] }),
    );
    expect(await check(of)).toEqual([
      `event 2 is of ${other.paymentId}, which does not name it`,
      `${other.paymentId} names event 1, which is of ${paid.paymentId}`,
    ]);
  });

  test('a payment of an earlier release names no events, and that is no fault', async () => {
    await distort(PaymentEntity, isPaid, ({ eventSequences: _, ...rest }) => ({ ...rest, eventSequences: undefined }));
    expect(await check(of)).toEqual([]);
  });

  test('an id of the acquirer that finds nothing, or another payment', async () => {
    const other = await pay();
    const { externalId = '' } = paid;
    const isIt = (item: Item) => item.externalId === externalId;
    await distort(PaymentExternalIdEntity, isIt, () => ({ paymentId: other.paymentId }));
    expect(await check(of)).toEqual([`${externalId} is the id of ${paid.paymentId}, and finds ${other.paymentId}`]);
  });

  test('a place that nobody holds, and one too few', async () => {
    const isIt = ({ linkId }: Item) => linkId === link.linkId;
    await distort(LinkEntity, isIt, () => ({ placesTaken: 2 }));
    expect(await check(of)).toEqual([`${link.linkId} says that 2 of 5 places are taken, 1 are`]);
    await distort(LinkEntity, isIt, () => ({ placesTaken: 0 }));
    expect(await check(of)).toEqual([`${link.linkId} says that 0 of 5 places are taken, 1 are`]);
  });

  test('an open attempt that nothing is due for, and the place of one that is gone', async () => {
    const { attemptId, linkId } = await createAttempt();
    await remove(workOn(attemptId));
    expect(await check(of)).toEqual([`${attemptId} is open, and nothing is due for it`]);
    await distort(
      AttemptEntity,
      () => true,
      () => ({ holdsPlace: false, status: 'closed' }),
    );
    expect(await check(of)).toEqual([`${linkId} says that 1 of 3 places are taken, 0 are`]);
    const { organizationId } = of;
    await remove(attemptRef(organizationId, attemptId));
    expect(await check(of)).toContain(`a browser has the attempt ${attemptId} on ${linkId}, which does not exist`);
  });

  test('an attempt that waits for its card page, and that nothing is due for', async () => {
    const { attemptId } = await createAttempt();
    await distort(
      AttemptEntity,
      () => true,
      () => ({ status: 'opening' }),
    );
    expect(await check(of)).toEqual([]);
    await remove(workOn(attemptId));
    expect(await check(of)).toEqual([`${attemptId} is opening, and nothing is due for it`]);
  });

  test('a link that is being published by nothing', async () => {
    const publishing = { intentId: 'int_none', since: service.clock.now };
    await distort(
      LinkEntity,
      ({ linkId }) => linkId === link.linkId,
      () => ({ publishing }),
    );
    expect(await check(of)).toEqual([`${link.linkId} is being published by int_none, which does not exist`]);
  });

  test('a place that moves while the link is checked is left to the next check', async () => {
    const { organizationId } = of;
    let input: object | undefined = { organizationId };
    const findings: string[] = [];
    while (input) {
      const page: { findings: string[]; progress?: { link?: { stage: string } } } = await performed(
        service,
        'check',
        input,
      );
      findings.push(...page.findings);
      if (page.progress?.link?.stage === 'payments') await pay();
      input = page.progress && { organizationId, progress: page.progress };
    }
    expect(findings).toEqual([]);
    expect(await service.runtime.store.get(linkRef(organizationId, link.linkId))).toMatchObject({ placesTaken: 2 });
  });

  test('an attempt that is paid while the link is checked holds one place, not two', async () => {
    const { organizationId } = of;
    const buyer = new Buyer(service);
    const { link: sold, path } = await addLink(service.runtime, of, { maxPayments: 3 });
    const cardPage = (await buyer.payByCard(path)).headers.location ?? '';
    const findings: string[] = [];
    for (let input: object | undefined = { organizationId }; input; ) {
      const page: { findings: string[]; progress?: { link?: { linkId: string; stage: string } } } = await performed(
        service,
        'check',
        input,
      );
      findings.push(...page.findings);
      const isThen = page.progress?.link?.linkId === sold.linkId && page.progress.link.stage === 'payments';
      if (isThen) {
        await buyer.choose(cardPage);
        service.clock.advance(60_000);
        await settle(service);
        expect(await service.runtime.store.get(linkRef(organizationId, sold.linkId))).toMatchObject({ version: 2 });
      }
      input = page.progress && { organizationId, progress: page.progress };
    }
    expect(findings).toEqual([]);
  });
});

describe('what does not add up of payments by crypto is said:', () => {
  let shop: Shop;
  let chain: Awaited<ReturnType<typeof serviceOnChain>>['chain'];

  beforeEach(async () => {
    ({ service, chain } = await serviceOnChain());
    shop = await openShop(service);
  });

  /** Somebody pays exactly, and somebody sends what nobody waits for. */
  async function bothCome() {
    const { paymentId, amount } = await attempt(service, shop.link);
    chain.mine(to, amount, service.clock.now);
    chain.mine(to, 7_000_000n, service.clock.now);
    await readAddress(service, shop);
    const [receipt] = await storedItems(service, ReceiptEntity.entityName);
    return { paymentId, receiptId: String(receipt?.receiptId), receipt: format(ReceiptEntity, receipt as Item) };
  }

  test('nothing of a payment, a receipt and one that was assigned', async () => {
    const { receiptId } = await bothCome();
    expect(await check(shop)).toEqual([]);
    const { paymentId } = await attempt(service, shop.link, 'another browser');
    expect((await assign(service, shop, receiptId, paymentId)).status).toBe(200);
    expect(await check(shop)).toEqual([]);
  });

  test('a receipt and a payment that share a transfer', async () => {
    const { paymentId, receiptId, receipt } = await bothCome();
    const { organizationId, chain: network, hash, logIndex } = receipt;
    const taken = { mode: 'sandbox', chain: network, hash, logIndex, version: 1, organizationId, paymentId };
    await service.runtime.store.put(TakenTransferEntity, taken);
    expect(await check(shop)).toEqual([`${receiptId} is unmatched, and its transfer is on ${paymentId}`]);
  });

  test('another organization that took the transfer is no fault', async () => {
    const { receipt } = await bothCome();
    const { chain: network, hash, logIndex } = receipt;
    const taken = { mode: 'sandbox', chain: network, hash, logIndex, version: 1, organizationId: 'o', paymentId: 'p' };
    await service.runtime.store.put(TakenTransferEntity, taken);
    expect(await check(shop)).toEqual([]);
  });

  test('a payment and an assigned receipt whose transfer is not theirs', async () => {
    const { paymentId, receiptId } = await bothCome();
    const other = await attempt(service, shop.link, 'another browser');
    await assign(service, shop, receiptId, other.paymentId);
    const isOf = (id: string) => (item: Item) => item.paymentId === id;
    await distort(TakenTransferEntity, isOf(paymentId), () => ({ paymentId: 'pay_x_y' }));
    await distort(TakenTransferEntity, isOf(other.paymentId), () => ({ receiptId: 'rct_x' }));
    expect(await check(shop)).toEqual([
      expect.stringMatching(`^${paymentId} has the money of .*, which is on pay_x_y$`),
      `${receiptId} is assigned to ${other.paymentId}, and its transfer is on ${other.paymentId}`,
    ]);
  });

  test('an address at which money is awaited and that nothing is due to read', async () => {
    await attempt(service, shop.link);
    await service.runtime.store.remove(dueRef(watchWork(shop)), {});
    expect(await check(shop)).toEqual([`buyers are asked to pay to ${shop.accountId}, and nothing is due to read it`]);
  });

  test('an open account that is not listed, or is listed twice', async () => {
    const of = { organizationId: shop.organizationId };
    const list = await service.runtime.store.get(openAccountsRef(of.organizationId));
    const [listed] = list?.open ?? [];
    const relist = (open: unknown) => distort(OpenAccountsEntity, isOf(shop), () => ({ open }) as object);
    await relist([]);
    expect(await check(of)).toEqual([`${shop.accountId} is active, and is listed 0 times as open`]);
    await relist([listed, listed]);
    expect(await check(of)).toEqual([`${shop.accountId} is active, and is listed 2 times as open`]);
  });

  test('a listed account that is removed, or does not exist', async () => {
    await distort(CollectionAccountEntity, isOf(shop), () => ({ status: 'removed' }));
    expect(await check(shop)).toEqual([`${shop.accountId} is removed, and is listed 1 times as open`]);
    await distort(OpenAccountsEntity, isOf(shop), ({ open }) => ({
      open: open.map((one) => ({ ...one, accountId: 'ca_x' })),
    }));
    expect(await check(shop)).toEqual(['ca_x is listed as open, and does not exist']);
  });
});
