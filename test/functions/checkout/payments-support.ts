import { randomUUID } from 'node:crypto';
import { type Link, LinkEntity, linkRef } from '../../../shared/checkout/links/link.ts';
import { bodyOf, type TestOrganization } from '../../support/journey.ts';
import type { Answer, TestService } from '../../support/service.ts';

type Body = Answer['body'];

/** The path prefix `C` of the specification. */
export function checkoutOf({ organizationId }: Pick<TestOrganization, 'organizationId'>): string {
  return `/checkout/organizations/${organizationId}`;
}

/** A published link by card, of 150.00 dollars unless said otherwise, as it is stored. */
export async function storeLink(
  service: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  change: Partial<Link> = {},
): Promise<Link> {
  const { runtime } = service;
  const at = new Date(runtime.clock()).toISOString();
  const total = change.total ?? 150_00n;
  const link: Link = {
    organizationId,
    linkId: runtime.ids.next('lnk', runtime.clock()),
    version: 1,
    status: 'sent',
    currency: 'USD',
    items: [{ name: 'Book', quantity: 1, unitAmount: total }],
    taxInclusive: false,
    total,
    tax: 0n,
    methods: [{ kind: 'card' }],
    placesTaken: 0,
    simulated: 0,
    pageToken: 'token',
    livemode: false,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
  await runtime.store.put(LinkEntity, link);
  return link;
}

/** A link whose total ends in these digits. */
export function linkEnding(service: TestService, of: TestOrganization, digits: string, change: Partial<Link> = {}) {
  return storeLink(service, of, { total: 150_00n + BigInt(digits), ...change });
}

export async function linkNow(service: TestService, { organizationId, linkId }: Link): Promise<Link> {
  return (await service.runtime.store.get(linkRef(organizationId, linkId))) as Link;
}

/** Simulates a payment, with a new reference unless one is given. */
export function simulate(
  service: TestService,
  of: TestOrganization,
  { linkId }: Pick<Link, 'linkId'>,
  body: Readonly<Record<string, unknown>> = { reference: randomUUID() },
  options: Parameters<TestService['post']>[3] = {},
): Promise<Answer> {
  return service.post(`${checkoutOf(of)}/links/${linkId}/payments/simulate`, of, body, options);
}

export async function simulated(
  service: TestService,
  of: TestOrganization,
  link: Pick<Link, 'linkId'>,
  body?: Readonly<Record<string, unknown>>,
): Promise<Body> {
  return bodyOf(await simulate(service, of, link, body));
}

/** A payment as it is read. */
export async function paymentNow(service: TestService, of: TestOrganization, id: string): Promise<Body> {
  return bodyOf(await service.get(`${checkoutOf(of)}/payments/${id}`, of));
}

/** All payments on a link, newest first. */
export async function paymentsOn(
  service: TestService,
  of: TestOrganization,
  { linkId }: Pick<Link, 'linkId'>,
): Promise<Body[]> {
  return bodyOf(await service.get(`${checkoutOf(of)}/links/${linkId}/payments?limit=100`, of)).data;
}
