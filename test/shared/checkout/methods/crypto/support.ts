import { expect } from 'vitest';
import type { Link } from '../../../../../shared/checkout/links/link.ts';
import { watchWork } from '../../../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import {
  type CryptoAttempt,
  createCryptoPayment,
  type OpenedCrypto,
} from '../../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import { dueRef } from '../../../../../shared/journal/due/due-work.ts';
import { organizationWithOwner } from '../../../../functions/api-keys/support.ts';
import { address, cryptoAccount, registered } from '../../../../functions/checkout/accounts-support.ts';
import { checkoutOf, storeLink } from '../../../../functions/checkout/payments-support.ts';
import { FakeChain } from '../../../../support/checkout/fake-chain.ts';
import { bodyOf, deliver, type TestOrganization } from '../../../../support/journey.ts';
import { TestService, type TestSession } from '../../../../support/service.ts';

export const to = { chain: 'base', token: 'USDC', address } as const;
export const minute = 60_000;
export const day = 24 * 60 * minute;
/** Millionths of a dollar in a cent. */
export const cent = 10_000n;

export interface Shop {
  readonly of: TestOrganization;
  readonly organizationId: string;
  readonly owner: TestSession;
  readonly accountId: string;
  /** Published, of 150.00 dollars, paid by crypto. */
  readonly link: Link;
}

/** A service whose organizations all see one chain. */
export async function serviceOnChain() {
  const chain = new FakeChain();
  const service = await TestService.start({ rateLimitOverride: 100_000, rails: chain.rails });
  return { service, chain };
}

/** An organization with an address and a link; every one of them registers the same address. */
export async function openShop(service: TestService, change: Partial<Link> = {}): Promise<Shop> {
  const { of, organizationId, owner } = await organizationWithOwner(service);
  const { accountId } = await registered(service, of, owner, cryptoAccount());
  return { of, organizationId, owner, accountId, link: await linkOf(service, { of, accountId }, change) };
}

export function linkOf(service: TestService, { of, accountId }: Pick<Shop, 'of' | 'accountId'>, change: Partial<Link>) {
  return storeLink(service, of, { methods: [{ kind: 'crypto', accountId, ...to }], ...change });
}

export function open(service: TestService, link: Link, browser = 'browser', seenAt = 0): Promise<OpenedCrypto> {
  return createCryptoPayment(service.runtime, link, { browser, network: 'network', seenAt }, {});
}

export async function attempt(service: TestService, link: Link, browser?: string): Promise<CryptoAttempt> {
  const opened = await open(service, link, browser);
  expect(opened).toHaveProperty('open');
  return (opened as { open: CryptoAttempt }).open;
}

export function workOn({ runtime }: TestService, shop: Pick<Shop, 'organizationId' | 'accountId'>) {
  return runtime.store.get(dueRef(watchWork(shop)));
}

/** Lets the worker read the address once, at the time when it is due. */
export async function readAddress(
  service: TestService,
  shop: Pick<Shop, 'organizationId' | 'accountId'>,
  process: Pick<TestService, 'runtime'> = service,
): Promise<void> {
  const work = await workOn(service, shop);
  const dueAt = work?.dueAt as number;
  service.clock.now = Math.max(service.clock.now, dueAt);
  await deliver(process, [{ ...watchWork(shop), dueAt }]);
}

export async function receiptsOf(service: TestService, { of }: Pick<Shop, 'of'>, query = '') {
  return bodyOf(await service.get(`${checkoutOf(of)}/receipts${query}`, of)).data;
}

export function assign(
  service: TestService,
  { of, owner }: Pick<Shop, 'of' | 'owner'>,
  receiptId: string,
  paymentId: string,
  by = owner,
) {
  return service.post(`${checkoutOf(of)}/receipts/${receiptId}/assign`, by, { paymentId });
}
