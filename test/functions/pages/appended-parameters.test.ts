import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { attemptsOn, Buyer, ledTo, locationOf, paymentsOn } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { serveOverHttp } from '../../support/http-service.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let path: string;
let link: Link;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  ({ path, link } = await addLink(service.runtime, await service.organization(), {}));
});

/** What mail programs, social networks, old links and typing mistakes put behind an address. */
const appended = {
  'a parameter of a mail program': 'utm_source=mail',
  'two of one name': 'fbclid=a&fbclid=b',
  'many of one name': Array.from({ length: 200 }, () => 'x=1').join('&'),
  'a known one twice': 'lang=en&lang=de',
  'a known one as a list': 'lang[]=en&lang[0]=de',
  'a known one that says nothing': 'lang',
  'a known one with another value': 'lang=klingon',
  'a known one that is not UTF-8': 'lang=%E4',
  'Latin-1': 'from=M%FCller',
  'a cut escape': 'x=100%',
  'no escape': '%zz=%zz',
  'a zero byte': 'x=%00&%00=x',
  'a line break': 'x=%0d%0aset-cookie:a=b',
  'a name of a prototype': '__proto__=1&constructor=2&toString=3',
  'a field of the form': 'view=0&card=0000&state=x',
  'no names': '&&=&=1&',
  'another question mark': '?lang=en?',
  markup: 'x=%3Cscript%3E&%3Cscript%3E=x',
  much: `x=${'y'.repeat(6_000)}`,
};

/** An address with a query behind its own. */
const withQuery = (address: string, query: string) => `${address}${address.includes('?') ? '&' : '?'}${query}`;

test.each(Object.entries(appended))('%s behind every address stops nobody from paying by card', async (_, query) => {
  const [buyer, asked] = [new Buyer(service), (address: string) => withQuery(address, query)];
  const view = await buyer.view(asked(path));
  const cardPage = locationOf(await buyer.post(asked(`${path}/card`), { view }));
  expect(await buyer.get(asked(cardPage))).toMatchObject({ status: 200 });
  const back = await buyer.get(asked(ledTo(await buyer.choose(asked(cardPage)))));
  expect(back).toMatchObject({ status: 200, text: expect.not.stringContaining('<script>') });
  expect(await paymentsOn(service, link)).toMatchObject([{ status: 'paid' }]);
});

test.each(Object.entries(appended))('%s behind every address stops nobody from going back', async (_, query) => {
  const buyer = new Buyer(service);
  await buyer.post(withQuery(`${path}/card`, query), { view: await buyer.view(path) });
  const [attempt] = await attemptsOn(service, link);
  const cancel = `/p/checkout-attempt/${attempt?.pageToken}/cancel`;
  expect(await buyer.get(withQuery(cancel, query))).toMatchObject({ status: 200 });
  expect(await attemptsOn(service, link)).toMatchObject([{ status: 'closed' }]);
});

test('the first of several known parameters counts', async () => {
  expect((await new Buyer(service).get(`${path}?lang=de&lang=fr`)).text).toContain('<html lang="de">');
});

test('the gateway opens the page, whatever is behind its address', async () => {
  const http = await serveOverHttp(service);
  const { origin } = new URL(http.baseUrl);
  for (const [what, query] of Object.entries(appended)) {
    for (const method of ['GET', 'HEAD']) {
      expect((await fetch(`${origin}${path}?${query}`, { method })).status, `${method} with ${what}`).toBe(200);
    }
  }
  await http.stop();
});
