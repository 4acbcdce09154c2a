import { expect } from 'vitest';
import type { Answer, TestService } from '../service.ts';
import { hiddenFields } from './form.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** What somebody in Germany types. */
export const inGermany: Readonly<Record<string, string>> = {
  country: 'DE',
  corridor: 'eur_de_iban',
  type: 'individual',
  name: 'Grace Hopper',
  'account.iban': 'DE89 3704 0044 0532 0130 00',
};

/** A browser on the page of a payout link. */
export class Payee {
  readonly service: TestService;
  readonly cookie: string | undefined;
  readonly address: string;

  /** @param cookie empty for a browser that keeps none */
  constructor(service: TestService, cookie = service.runtime.ids.token(), address = '203.0.113.7') {
    this.service = service;
    this.cookie = cookie || undefined;
    this.address = address;
  }

  get(path: string, method = 'GET'): Promise<Answer> {
    return this.service.send(method, path, '', this.#headers(), this.address);
  }

  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const body = new URLSearchParams(fields).toString();
    return this.service.send('POST', path, body, { ...form, ...this.#headers() }, this.address);
  }

  price(path: string, typed = inGermany): Promise<Answer> {
    return this.post(`${path}/price`, typed);
  }

  /** Types something, looks at its price, and returns the form that confirms it. */
  async priced(path: string, typed = inGermany): Promise<Record<string, string>> {
    const answer = await this.price(path, typed);
    expect(answer, answer.text.slice(-2_000)).toMatchObject({ status: 200 });
    return hiddenFields(answer);
  }

  confirm(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.post(`${path}/claim`, fields);
  }

  /** From the form to the confirmed claim. */
  async claim(path: string, typed = inGermany): Promise<Answer> {
    return this.confirm(path, await this.priced(path, typed));
  }

  #headers(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: `__Host-payee=${this.cookie}` };
  }
}

/** The title of a page, as it is read. */
export function titleOf({ text }: Pick<Answer, 'text'>): string | undefined {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
}
