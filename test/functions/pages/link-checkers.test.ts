import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { attemptsOn, Buyer, locationOf } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { type HttpService, serveOverHttp } from '../../support/http-service.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let http: HttpService;
let origin: string;
let path: string;
let link: Awaited<ReturnType<typeof addLink>>['link'];

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'http://pages.example', rateLimitOverride: 1_000_000 });
  http = await serveOverHttp(service);
  origin = new URL(http.baseUrl).origin;
});

afterAll(() => http?.stop());

beforeEach(async () => {
  ({ path, link } = await addLink(service.runtime, await service.organization(), {}));
});

const ask = (method: string, target: string) => fetch(origin + target, { method, redirect: 'manual' });
/** What differs from one request to the next. */
const ofOneRequest = ['x-request-id', 'date', 'set-cookie', 'connection', 'keep-alive'];
const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !ofOneRequest.includes(name)));

async function expectLikeGet(target: string, status: number): Promise<void> {
  const [head, get] = [await ask('HEAD', target), await ask('GET', target)];
  expect([head.status, get.status]).toEqual([status, status]);
  expect(headersOf(head)).toEqual(headersOf(get));
  expect(await head.text()).toBe('');
}

describe('HEAD answers like GET, without a body,', () => {
  test('of a page, and of one that does not exist', async () => {
    await expectLikeGet(path, 200);
    await expectLikeGet(`${path}?lang=de`, 200);
    await expectLikeGet(`${path}x`, 404);
    await expectLikeGet('/p/nothing', 404);
  });

  test.each(['health', 'openapi.json'])('of %s', async (name) => {
    await expectLikeGet(`${apiPrefix}/${name}`, 200);
  });

  test('of a card page and of the page behind it', async () => {
    const cardPage = locationOf(await new Buyer(service).payByCard(path));
    const [attempt] = await attemptsOn(service, link);
    await expectLikeGet(new URL(cardPage, origin).pathname, 200);
    await expectLikeGet(`/p/checkout-attempt/${attempt?.pageToken}`, 303);
  });

  test('and leaves the attempt open of which it asks the page that cancels', async () => {
    await new Buyer(service).payByCard(path);
    const [attempt] = await attemptsOn(service, link);
    const cancel = `/p/checkout-attempt/${attempt?.pageToken}/cancel`;
    expect((await ask('HEAD', cancel)).status).toBe(303);
    expect(await attemptsOn(service, link)).toMatchObject([{ status: 'open' }]);
    expect((await ask('GET', cancel)).status).toBe(200);
    expect(await attemptsOn(service, link)).toMatchObject([{ status: 'closed' }]);
  });

  test('but not of what needs credentials', async () => {
    const { organizationId } = await service.organization();
    const answer = await ask('HEAD', `${apiPrefix}/payments/organizations/${organizationId}/balance`);
    expect(answer.status).toBe(404);
  });
});

describe('a slash at the end', () => {
  test.each(['GET', 'HEAD', 'POST'])('of a page leads to the page, by %s', async (method) => {
    for (const slashes of ['/', '//']) {
      const answer = await ask(method, path + slashes);
      expect([answer.status, answer.headers.get('location')]).toEqual([308, path]);
    }
    const withQuery = await ask(method, `${path}/?lang=de&lang=fr&x=%C3%A4+b`);
    expect(withQuery.headers.get('location')).toBe(`${path}?lang=de&lang=fr&x=%C3%A4+b`);
  });

  test('leads a browser to the page as it is', async () => {
    const [there, page] = [await fetch(`${origin}${path}/?lang=de`), await fetch(`${origin}${path}?lang=de`)];
    expect([there.status, there.url]).toEqual([200, page.url]);
    expect(await there.text()).toContain('<html lang="de">');
  });

  test.each(['/docs/', '/docs/signing/'])('of the documentation leads to it: %s', async (docs) => {
    const answer = await ask('GET', docs);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, docs.slice(0, -1)]);
  });

  test.each([
    '/p/',
    '/p//',
    '/p//evil.example/',
    '/p/%2Fevil.example/',
    '/p/checkout/',
    '/p/a/b%5cb/',
    '/p/a/b%0d%0ab/',
    '/docsy/',
    '/other/',
    `${apiPrefix}/health/`,
  ])('of anything else leads nowhere: %s', async (target) => {
    const answer = await ask('GET', target);
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
  });
});
