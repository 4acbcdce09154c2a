import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRows } from '../../../support/answers.ts';
import { type HttpService, serveOverHttp } from '../../../support/http-service.ts';
import { addNote, type Note, notePages, noteRef } from '../../../support/note-pages.ts';
import { TestService } from '../../../support/service.ts';

let service: TestService;
let http: HttpService;
let organization: { organizationId: string };
let origin: string;
let path: string;
let note: Note;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'http://pages.example' }, undefined, notePages);
  http = await serveOverHttp(service);
  origin = new URL(http.baseUrl).origin;
  organization = await service.organization();
});

afterAll(() => http.stop());

beforeEach(async () => {
  ({ path, note } = await addNote(service.runtime, organization));
  // Each test has a minute of its own for its submissions.
  service.clock.advance(60_000);
});

type Headers = Readonly<Record<string, string>>;

/** Like a browser, but it follows no redirect. */
function open(target: string, headers: Headers = {}): Promise<Response> {
  return fetch(origin + target, { headers, redirect: 'manual' });
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

function submit(fields: Readonly<Record<string, string>> | string, headers: Headers = {}): Promise<Response> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  return fetch(origin + path, { method: 'POST', headers: { ...formType, ...headers }, body, redirect: 'manual' });
}

async function textNow(): Promise<string | undefined> {
  const { organizationId, noteId } = note;
  return (await service.runtime.store.get(noteRef({ organizationId, resourceId: noteId })))?.text;
}

async function expectErrorPage(response: Response, status: number, sentence: string): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const text = await response.text();
  expect(text).toContain(sentence);
  expect(text).toContain(`Request ${response.headers.get('x-request-id')}`);
}

describe('a page', () => {
  test('is HTML that nobody keeps, frames or lists, and that loads nothing but what it declares', async () => {
    const response = await open(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^<p>Hello<\/p><p>as written<\/p><p>new<\/p><p>127\.0\.0\.1<\/p>$/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://acquirer.example; style-src 'sha256-abc'",
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
      'x-robots-tag': 'noindex',
    });
  });

  test('opens with whatever others append to its link', async () => {
    const response = await open(`${path}?greeting=Hi&fbclid=1&fbclid=2&__proto__=3`);
    expect(await response.text()).toContain('<p>Hi</p>');
  });

  test('takes the first value of its own parameters', async () => {
    const response = await open(`${path}?greeting=Hi&greeting=Bye&greeting=`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<p>Hi</p>');
  });

  test('may answer JSON, and then errors are the Error body', async () => {
    expect(await (await open(`${path}/json`)).json()).toEqual({ text: 'as written' });
    const missing = await open(`${path}x/json`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ type: 'NOT_FOUND', detail: 'no resource has this id' });
  });

  test('may answer a file, which is saved under a safe name and never shown', async () => {
    const response = await open(`${path}/file?name=${encodeURIComponent('../Zoë"\r\nx: y.txt')}`);
    expect(await response.text()).toBe('as written');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_Zo____x_ y.txt"; filename*=UTF-8''_Zo%C3%AB___x_%20y.txt`,
    );
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  });

  test('escapes what it says of a failure', async () => {
    const response = await submit({ '<script>alert(1)</script>': '1', text: 'new' });
    await expectErrorPage(response, 400, '&lt;script&gt;alert(1)&lt;/script&gt;: is not a known field');
    expect(response.headers.get('content-security-policy')).not.toContain('acquirer');
  });

  test('that was cut short in its address is a page that does not exist', async () => {
    for (const target of ['/p/', '/p/notes', '/p/notes/', '/p/nowhere/1', `${path}/more`]) {
      await expectErrorPage(await open(target), 404, 'This page does not exist.');
    }
  });
});

describe('the cookie of a page', () => {
  test('is set once, for the whole host and for no script', async () => {
    const [set = ''] = (await open(path)).headers.getSetCookie();
    // Without prefix and Secure, which some browsers refuse on http, even on loopback.
    expect(set).toMatch(/^reader=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    const cookie = set.split(';')[0] ?? '';
    const again = await open(path, { cookie: `other=1; ${cookie}; more=2` });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(await again.text()).toContain(`<p>${cookie.slice('reader='.length)}</p>`);
  });

  test.each(['reader=', 'reader=<b>', `reader=${'x'.repeat(129)}`, 'Reader=abc', 'xreader=abc', 'reader'])(
    'is none where the browser sends %.20s',
    async (cookie) => {
      expect(await (await open(path, { cookie })).text()).toContain('<p>new</p>');
    },
  );

  test('has a name over https that no other host can set, and travels encrypted only', async () => {
    for (const pagesUrl of ['https://pay.example.com', undefined]) {
      const [set] = await cookiesSetAt(pagesUrl);
      expect(set).toMatch(/^__Host-reader=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/);
    }
  });

  async function cookiesSetAt(pagesUrl: string | undefined): Promise<string[]> {
    const there = await serveOverHttp(service.process((_call, send) => send(), { pagesUrl }));
    try {
      return (await fetch(new URL(there.baseUrl).origin + path)).headers.getSetCookie();
    } finally {
      await there.stop();
    }
  }
});

describe('a form', () => {
  test('changes the resource and leads on with 303', async () => {
    const response = await submit({ text: 'Zoë & <co> + 100%' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(path);
    expect(await textNow()).toBe('Zoë & <co> + 100%');
    expect(await (await open(path)).text()).toContain('<p>Zoë &amp; &lt;co&gt; + 100%</p>');
  });

  test('leaves no row in the audit log: everybody who has the link could fill it', async () => {
    await submit({ text: 'new' });
    expect(await textNow()).toBe('new');
    expect(await auditRows(service, organization)).toEqual([]);
  });

  test('leads to an https address that a customer has chosen, and cannot break out of the header', async () => {
    const next = 'https://shop.example/thanks?a=1\r\nset-cookie: b=2';
    const response = await submit({ text: 'new', next });
    expect(response.headers.get('location')).toBe('https://shop.example/thanks?a=1set-cookie:%20b=2');
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test.each(['http://evil.example', '//evil.example', 'javascript:alert(1)', '/business/api/v1/openapi.json'])(
    'never leads to %s',
    async (next) => {
      const response = await submit({ text: 'new', next });
      await expectErrorPage(response, 500, 'something went wrong on our side');
      expect(response.headers.get('location')).toBeNull();
    },
  );

  test.each([
    ['a field twice', 'text=a&text=b', 'text: is given more than once'],
    ['a field twice in two spellings', 'text=a&%74ext=b', 'text: is given more than once'],
    ['no field', '', 'text: is required'],
    ['an unknown field', 'text=a&__proto__=b', '__proto__: is not a known field'],
    ['what is not UTF-8', 'text=%FF', 'the body is not a valid form'],
    ['a broken escape', 'text=%', 'the body is not a valid form'],
  ])('with %s is refused, and changes nothing', async (_what, body, sentence) => {
    await expectErrorPage(await submit(body), 400, sentence);
    expect(await textNow()).toBe('as written');
  });

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencodedx',
    '',
  ])('of content type %j is refused', async (type) => {
    const response = await submit('text=new', { 'content-type': type });
    await expectErrorPage(response, 400, 'send the form as application/x-www-form-urlencoded');
    expect(await textNow()).toBe('as written');
  });

  test('may name its charset', async () => {
    const type = 'Application/X-WWW-Form-Urlencoded; charset=UTF-8';
    expect((await submit('text=new', { 'content-type': type })).status).toBe(303);
  });

  test('has 16 KiB at most', async () => {
    const most = 16 * 1024 - 'text='.length;
    expect((await submit(`text=${'x'.repeat(most)}`)).status).toBe(303);
    await expectErrorPage(await submit(`text=${'x'.repeat(most + 1)}`), 400, 'the body is larger than 16384 bytes');
  });
});

describe('a form of another site', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'anything' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://pages.example' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: '' }],
    [{ origin: 'http://pages.example.evil.example' }],
    [{ origin: 'https://pages.example' }],
    [{ origin: 'http://pages.example:81' }],
    [{ 'sec-fetch-site': 'none', origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'none', origin: 'https://pages.example' }],
    [{ 'sec-fetch-site': 'none', origin: 'null' }],
  ])('is refused: %o', async (headers) => {
    await expectErrorPage(await submit({ text: 'new' }, headers), 403, 'the form was sent from another site');
    expect(await textNow()).toBe('as written');
  });

  test('is none where the page itself sent it, or no browser at all', async () => {
    const own: Headers[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin', origin: 'http://pages.example' },
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { 'sec-fetch-site': 'none', origin },
      { origin: 'http://pages.example' },
      { origin },
      {},
    ];
    for (const headers of own) expect((await submit({ text: 'new' }, headers)).status).toBe(303);
  });

  test('may link here all the same', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await open(path, headers)).status).toBe(200);
  });
});
