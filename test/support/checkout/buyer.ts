import { expect } from 'vitest';
import { AttemptEntity } from '../../../shared/checkout/attempts/attempt.ts';
import { type Link, linkRef } from '../../../shared/checkout/links/link.ts';
import { PaymentEntity } from '../../../shared/checkout/payments/payment.ts';
import { storedItems } from '../answers.ts';
import type { Answer, TestService } from '../service.ts';
import { addLink } from './links.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** A browser at checkout: it keeps its cookie, and follows what pages lead to only when it is told to. */
export class Buyer {
  readonly service: TestService;
  readonly cookie: string | undefined;
  readonly address: string;

  /** @param cookie undefined for a browser that keeps none */
  constructor(service: TestService, cookie: string | undefined = service.runtime.ids.token(), address = '203.0.113.7') {
    this.service = service;
    this.cookie = cookie || undefined;
    this.address = address;
  }

  get(path: string): Promise<Answer> {
    return this.service.send('GET', path, '', this.#headers(), this.address);
  }

  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const body = new URLSearchParams(fields).toString();
    return this.service.send('POST', path, body, { ...form, ...this.#headers() }, this.address);
  }

  /** Opens a link's page and returns the id of that view. */
  async view(path: string): Promise<string> {
    const { text } = await this.get(path);
    return /name="view" value="([0-9a-f]{32})"/.exec(text)?.[1] ?? '';
  }

  /** Presses "Pay by card". */
  async payByCard(path: string, view?: string): Promise<Answer> {
    return this.post(`${path}/card`, { view: view ?? (await this.view(path)) });
  }

  /** Chooses a test card. @returns where the buyer is led */
  async choose(cardPage: string, last4 = '4242'): Promise<Answer> {
    return this.post(cardPage, { card: last4 });
  }

  /** Pays from the link's page to the page that says so. */
  async pay(path: string): Promise<Answer> {
    const cardPage = locationOf(await this.payByCard(path));
    return this.get(ledTo(await this.choose(cardPage)));
  }

  #headers(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: `__Host-buyer=${this.cookie}` };
  }
}

/** Where an answer redirects. */
export function locationOf(answer: Answer): string {
  expect(answer, answer.text.slice(0, 2_000)).toMatchObject({ status: 303 });
  return answer.headers.location ?? '';
}

/** Where a page leads by itself. */
export function ledTo(answer: Answer): string {
  expect(answer, answer.text.slice(0, 2_000)).toMatchObject({ status: 200 });
  return /http-equiv="refresh" content="\d; url=([^"]+)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

/** What is stored of payments on a link. */
export async function paymentsOn(service: TestService, { linkId }: Pick<Link, 'linkId'>) {
  const start = `pay_${linkId.slice('lnk_'.length)}_`;
  const payments = await storedItems(service, PaymentEntity.entityName);
  return payments.filter(({ paymentId }) => String(paymentId).startsWith(start));
}

/** What is stored of attempts at a link. */
export async function attemptsOn(service: TestService, { linkId }: Pick<Link, 'linkId'>) {
  const attempts = await storedItems(service, AttemptEntity.entityName);
  return attempts.filter((attempt) => attempt.linkId === linkId);
}

/** Begins to pay a new link by card. @returns the tokens of the attempt's pages */
export async function addAttempt(service: TestService, of: { readonly organizationId: string }) {
  const { path, link } = await addLink(service.runtime, of);
  const cardPage = locationOf(await new Buyer(service).payByCard(path));
  const [attempt] = await attemptsOn(service, link);
  return { pageToken: String(attempt?.pageToken), cardToken: cardPage.split('/').at(-1) ?? '' };
}

export async function linkNow({ runtime }: TestService, { organizationId, linkId }: Link): Promise<Link> {
  return (await runtime.store.get(linkRef(organizationId, linkId))) as Link;
}
