import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../../../scripts/support/say.ts';

/** On a busy machine the emulator starts functions so slowly that their calls to the table time out. */
const attempts = 5;
const pauseMs = 1_000;

/** A browser without scripts: it keeps cookies, submits forms and follows redirects. */
export class Buyer {
  readonly #origin: string;
  #cookie = '';

  /** @param origin where every page is read: pages name their own host in full, and it need not resolve here */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @param address of a page; its host does not matter */
  async get(address: string): Promise<string> {
    return this.#shown(await this.#ask(pathOf(address), {}));
  }

  /** Sends the form of a page that leads to a path, with its hidden fields. @returns the page that follows */
  async submit(page: string, path: RegExp, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    return this.#shown(await this.send(page, path, fields));
  }

  /** As `submit`. @returns the answer itself, which may be a refusal */
  async send(page: string, path: RegExp, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
    const form = formsOf(page).find(({ action }) => path.test(action));
    assert.ok(form, `the page has no form that leads to ${path}:\n${page}`);
    const body = new URLSearchParams({ ...form.fields, ...fields });
    return this.#ask(pathOf(form.action), { method: 'POST', body });
  }

  /** Opens the page to which a page leads by itself. */
  follow(page: string): Promise<string> {
    const path = /http-equiv="refresh" content="\d; url=([^"]+)"/.exec(page)?.[1];
    assert.ok(path, `the page leads nowhere:\n${page}`);
    return this.get(unescaped(path));
  }

  async #shown(answer: Response): Promise<string> {
    const location = answer.headers.get('location');
    if (answer.status === 303 && location) return this.get(location);
    const page = await answer.text();
    assert.equal(answer.status, 200, `a page must be shown, not ${answer.status}: ${page}`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    return page;
  }

  /** Repeats a request that failed, as the page itself advises. No page does anything twice. */
  async #ask(path: string, init: RequestInit, attemptsLeft = attempts): Promise<Response> {
    const headers = new Headers(this.#cookie ? { cookie: this.#cookie } : {});
    const answer = await fetch(this.#origin + path, { ...init, headers, redirect: 'manual' });
    if (answer.status >= 500 && attemptsLeft > 1) {
      say(`a page was asked for again, because it answered ${answer.status}`);
      await sleep(pauseMs);
      return this.#ask(path, init, attemptsLeft - 1);
    }
    const [cookie] = answer.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
    return answer;
  }
}

function formsOf(page: string) {
  return [...page.matchAll(/<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', content = '']) => {
      const hidden = [...content.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
      return {
        action: unescaped(action),
        fields: Object.fromEntries(hidden.map(([, name, value = '']) => [name, unescaped(value)])),
      };
    },
  );
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address, 'https://pages.example');
  return pathname + search;
}

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => characters[name] ?? '');
}
