import { setTimeout as sleep } from 'node:timers/promises';

/** A page as a browser shows it. */
export interface Page {
  readonly address: string;
  readonly status: number;
  readonly title: string;
  readonly html: string;
}

/** More pages than this would lead in a circle, or wait for something that never happens. */
const mostHops = 20;
const TOO_MANY_REQUESTS = 429;

/**
 * The parts of a browser that paying needs: it keeps cookies, submits a page's form, and follows where pages lead. If
 * the server is too busy, it asks again when it is told to, like a patient person.
 */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #signal: AbortSignal | undefined;
  /** How often the server has asked it to try again later. */
  refusals = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  open(address: string): Promise<Page> {
    return this.#follow(address, {});
  }

  /**
   * Submits a page's only form with its hidden fields and the chosen values.
   * @throws Error if the page has no form
   */
  submit({ html, address }: Page, chosen: Readonly<Record<string, string>> = {}): Promise<Page> {
    const action = textIn(/<form method="post" action="([^"]+)"/, html);
    if (action === undefined) throw new Error(`The page at ${address} has no form: ${titleOf(html)}.`);
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = { ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])), ...chosen };
    return this.#follow(new URL(action, address).href, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #follow(first: string, firstRequest: RequestInit): Promise<Page> {
    let [address, request] = [first, firstRequest];
    let { response, html } = await this.#load(address, request);
    for (let hops = 0; hops < mostHops; hops += 1) {
      const refresh = textIn(/http-equiv="refresh" content="([^"]+)"/, html)?.split('; url=');
      const next = response.headers.get('location') ?? refresh?.[1];
      const again = response.status === TOO_MANY_REQUESTS;
      if (next === undefined && !again) return { address, status: response.status, title: titleOf(html), html };
      await this.#wait(again ? response.headers.get('retry-after') : refresh?.[0]);
      if (again) this.refusals += 1;
      else [address, request] = [new URL(next as string, address).href, {}];
      ({ response, html } = await this.#load(address, request));
    }
    throw new Error(`The pages from ${first} to ${address} do not end.`);
  }

  /** @param seconds as a header or a page has them */
  async #wait(seconds: string | null | undefined): Promise<void> {
    await sleep(1_000 * Number(seconds ?? 0), undefined, this.#signal && { signal: this.#signal });
  }

  async #load(address: string, request: RequestInit) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) };
    const signal = this.#signal && { signal: this.#signal };
    const response = await fetch(address, { ...request, headers, redirect: 'manual', ...signal });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return { response, html: await response.text() };
  }
}

function titleOf(html: string): string {
  return textIn(/<title>([^<]*)</, html) ?? '';
}

function textIn(pattern: RegExp, html: string): string | undefined {
  return pattern.exec(html)?.[1]?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/**
 * Opens a link's page and pays there with the sandbox card that ends in these digits.
 * @returns the last page
 */
export async function payByCard(browser: Browser, shareUrl: string, last4 = '4242'): Promise<Page> {
  const cardPage = await browser.submit(await browser.open(shareUrl));
  return browser.submit(cardPage, { card: last4 });
}
