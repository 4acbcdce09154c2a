import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { RecordedPaymentEntity } from '../../../shared/checkout/payments/listed/recorded-payment.ts';
import { PaymentEntity, paymentIdOn } from '../../../shared/checkout/payments/payment.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { paymentOf } from '../../shared/checkout/payments/support.ts';
import { Buyer, ledTo, locationOf } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { serveOverHttp } from '../../support/http-service.ts';
import { bodyOf, settle, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { checkoutOf, simulated, storeLink } from './payments-support.ts';

let service: TestService;
let of: TestOrganization;
let link: Link;
const count = 125;
const listing = 'Endpoints > List payments on a link';

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 1_000_000 });
  of = await service.organization();
  link = await storeLink(service, of);
  await storePayments(link, count);
});

/** Stores payments that were recorded one after another, in the opposite order of their ids. */
async function storePayments(on: Link, howMany: number, change: object = {}): Promise<void> {
  const ids = createIds();
  await Promise.all(
    Array.from({ length: howMany }, async (_, index) => {
      const { organizationId } = of;
      const paymentId = paymentIdOn(on.linkId, ids.suffix(service.clock.now - index));
      const recordedIn = index + 1;
      await service.runtime.store.put(RecordedPaymentEntity, { organizationId, paymentId, recordedIn });
      const own = { paymentId, organizationId, recordedIn, clientReferenceId: `order ${index}` };
      await service.runtime.store.put(PaymentEntity, { ...paymentOf({ status: 'paid' }), ...own, ...change });
    }),
  );
}

const list = (query = '', on: Pick<Link, 'linkId'> = link, by: TestOrganization = of): Promise<Answer> =>
  service.get(`${checkoutOf(by)}/links/${on.linkId}/payments${query}`, by);
const references = ({ body }: Answer) => body.data.map((payment: Answer['body']) => payment.clientReferenceId);
const newest = (from: number, howMany: number) =>
  Array.from({ length: howMany }, (_, index) => `order ${count - 1 - from - index}`);

describe('the payments on a link', () => {
  test(
    'are listed newest first, 20 a page, each once',
    quotes({
      [listing]: [
        '`GET C/links/{linkId}/payments`.',
        '`cursor` (the previous `nextCursor` verbatim)',
        '200: page newest first; `nextCursor` absent on the last page.',
      ],
    }),
    async () => {
      const first = await list();
      expect(references(first)).toEqual(newest(0, 20));
      expect(references(await list(`?cursor=${first.body.nextCursor}`))).toEqual(newest(20, 20));
      const rest = await list(`?limit=100&cursor=${first.body.nextCursor}`);
      const last = await list(`?limit=100&cursor=${rest.body.nextCursor}`);
      expect(references(last)).toEqual(newest(120, 5));
      expect(last.body).not.toHaveProperty('nextCursor');
    },
  );

  test.each([
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999999999', 100],
    ['007', 7],
    ['0', 20],
    ['-1', 20],
    ['many', 20],
    ['1.5', 20],
    ['1e3', 20],
    ['', 20],
    ['%20', 20],
  ])(
    'are so many for a limit of %j',
    quotes({
      [listing]:
        'Query: `limit` (1 to 100, default 20; above 100 clamped to 100; zero, negative or non-numeric falls back to 20, never 400)',
      Limits: 'link payments 1 to 100 (default 20, clamped)',
    }),
    async (limit, howMany) => {
      expect(references(await list(`?limit=${limit}`))).toEqual(newest(0, howMany));
    },
  );

  test('are none on a link that nobody has paid', async () => {
    expect(bodyOf(await list('', await storeLink(service, of)))).toEqual({ data: [] });
  });

  test.each(['x', 'AAAAAAAAAAAAAAAA', ''])('have no page at the cursor %j', async (cursor) => {
    expect(await list(`?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { type: 'VALIDATION_ERROR', errors: [{ path: 'cursor' }] },
    });
  });

  test('of another link or organization have cursors of their own', async () => {
    const { nextCursor } = bodyOf(await list());
    const other = await storeLink(service, of);
    expect(await list(`?cursor=${nextCursor}`, other)).toMatchObject({ status: 400 });
    const stranger = await service.organization();
    expect(await list('', link, stranger)).toMatchObject({ status: 404, body: { type: 'NOT_FOUND' } });
  });

  test.each(['?status=paid', '?limit=1&limit=2'])('take no other parameter: %s', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
  });
});

describe('the list of payments', () => {
  const poll = async () => bodyOf(await list('?limit=1', shop.link)).data[0]?.id;
  let shop: Awaited<ReturnType<typeof addLink>>;

  beforeEach(async () => {
    shop = await addLink(service.runtime, of, { methods: [{ kind: 'card' }] });
  });

  test('begins with the payment that was recorded last, whoever began first', async () => {
    const [early, late] = [new Buyer(service), new Buyer(service)];
    const earlyCard = locationOf(await early.payByCard(shop.path));
    service.clock.advance(60_000);
    const lateCard = locationOf(await late.payByCard(shop.path));
    service.clock.advance(60_000);
    await late.get(ledTo(await late.choose(lateCard)));
    const second = await poll();
    service.clock.advance(60_000);
    await early.get(ledTo(await early.choose(earlyCard)));
    const first = await poll();
    expect(first).not.toBe(second);
    const { data } = bodyOf(await list('', shop.link));
    expect(data.map(({ id }: Answer['body']) => id)).toEqual([first, second]);
    // The id of the later payment is the smaller one: it was fixed when its buyer began.
    expect(first < second).toBe(true);
    const times = data.map(({ createdAt }: Answer['body']) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const rows = (await service.get(`${checkoutOf(of)}/links/${shop.link.linkId}/payments.csv`, of)).text.split('\r\n');
    expect(rows.slice(1, 3).map((row) => row.split(',')[0])).toEqual([first, second]);
  });

  test('shows each payment once to a reader who goes through it while others pay', async () => {
    const begun = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const buyer = new Buyer(service);
        return { buyer, cardPage: locationOf(await buyer.payByCard(shop.path)) };
      }),
    );
    const payNext = async () => {
      const next = begun.pop();
      if (next) await next.buyer.get(ledTo(await next.buyer.choose(next.cardPage)));
    };
    for (let paid = 0; paid < 4; paid += 1) await payNext();
    const before = bodyOf(await list('', shop.link)).data.map(({ id }: Answer['body']) => id);
    const read: string[] = [];
    for (let query = '?limit=1'; query; ) {
      const { data, nextCursor } = bodyOf(await list(query, shop.link));
      read.push(...data.map(({ id }: Answer['body']) => id));
      await payNext();
      query = nextCursor && `?limit=1&cursor=${nextCursor}`;
    }
    expect(read).toEqual(before);
    expect(bodyOf(await list('', shop.link)).data).toHaveLength(6);
  });

  test('keeps a payment where it was recorded as pending, when it is paid', async () => {
    const on = await storeLink(service, of, { total: 150_02n });
    const pending = await simulated(service, of, on);
    const later = await simulated(service, of, await storeLink(service, of, { ...on, total: 150_00n }));
    const order = async () => bodyOf(await list('', on)).data.map(({ id, status }: Answer['body']) => [id, status]);
    expect(await order()).toEqual([
      [later.id, 'paid'],
      [pending.id, 'pending'],
    ]);
    await settle(service);
    expect(await order()).toEqual([
      [later.id, 'paid'],
      [pending.id, 'paid'],
    ]);
  });

  test('reads positions and payments side by side, then those whose buyers began long before the others', async () => {
    const calls: string[] = [];
    const watched = service.process((call, send) => {
      calls.push(call.name);
      return send();
    });
    const ask = async (limit: number): Promise<string[]> => {
      calls.length = 0;
      await watched.get(`${checkoutOf(of)}/links/${on.linkId}/payments?limit=${limit}`, of);
      return calls.slice(calls.indexOf('Query'));
    };
    const on = await storeLink(service, of);
    await storePayments(on, 20);
    expect(await ask(20)).toEqual(['Query', 'Query']);
    expect(await ask(10)).toEqual(['Query', 'Query']);
    expect(await ask(9)).toEqual(['Query', 'Query', 'BatchGet']);
  });
});

describe('a position', () => {
  test('that is visible before its payment, in the midst of a commit, does not make a list seem complete', async () => {
    const on = await storeLink(service, of);
    await storePayments(on, 2);
    type Row = { readonly pk: string };
    let hidden = 0;
    /** A process whose first readings of payments miss one. */
    const torn = (times: number) =>
      service.process(async (_call, send) => {
        const answer = (await send()) as { Items?: Row[]; Responses?: Record<string, Row[]> };
        for (const rows of [answer.Items ?? [], ...Object.values(answer.Responses ?? {})]) {
          if (!rows[0]?.pk.startsWith('CHECKOUT_PAYMENT#') || hidden >= times) continue;
          hidden += 1;
          rows.shift();
        }
        return answer;
      });
    const path = `${checkoutOf(of)}/links/${on.linkId}/payments`;
    for (const times of [1, 2]) {
      hidden = 0;
      expect(references(await torn(times).get(path, of))).toEqual(['order 1', 'order 0']);
    }
    hidden = 0;
    expect(await torn(100).get(path, of)).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } });
  });
});

describe('a payment', () => {
  test.each(['pay_1_2', 'pay_', 'ch_1', 'x', '...'])('named %s is found by nobody who has none', async (id) => {
    expect(await service.get(`${checkoutOf(of)}/payments/${id}`, of)).toMatchObject({
      status: 404,
      body: { type: 'NOT_FOUND' },
    });
  });
});

describe('as CSV', () => {
  const csv = (on: Pick<Link, 'linkId'>, query = '', by: TestOrganization = of) =>
    service.get(`${checkoutOf(by)}/links/${on.linkId}/payments.csv${query}`, by);

  test('they are a file, one row each below the names of the columns', async () => {
    const answer = await csv(link);
    const [header, first, ...rest] = answer.text.split('\r\n');
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment' },
    });
    expect(answer.headers).not.toHaveProperty('x-next-cursor');
    expect(header).toBe(
      'id,externalId,status,method,brand,last4,chain,token,amount,received,over,refunded,reversed,tax,fee,currency,' +
        'clientReferenceId,email,country,late,disputed,createdAt,paidAt',
    );
    expect(first).toMatch(
      /^pay_\w+,ch_1,paid,card,,,,,100\.00,,,0\.00,0\.00,0\.00,,USD,order 124,,,false,false,2026-03-01T12:00:00\.000Z,$/,
    );
    expect(rest).toHaveLength(count);
  });

  test('begin with a byte order mark where it is asked for, on every page, also through the client', async () => {
    const plain = (await csv(link)).text;
    for (const query of ['', '?bom=false']) expect((await csv(link, query)).text).toBe(plain);
    expect((await csv(link, '?bom=true')).text).toBe(`\ufeff${plain}`);
    for (const query of ['?bom=', '?bom=1', '?bom=TRUE', '?bom=true&bom=true']) {
      expect(await csv(link, query)).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
    }
    const http = await serveOverHttp(service);
    const { text } = await http.client(of).exportCheckoutPayments({ linkId: link.linkId, bom: 'true' });
    expect(text).toBe(`\ufeff${plain}`);
    await http.stop();
  });

  test('hold no formula, and break at no sign', async () => {
    const on = await storeLink(service, of);
    for (const text of ['=1+1', ' @SUM(A1)', '-2', '"=1', '＝1', 'a,"b"'])
      await storePayments(on, 1, { clientReferenceId: text });
    const { text } = await csv(on);
    for (const cell of [",'=1+1,", ",' @SUM(A1),", ",'-2,", `,"'""=1",`, ",'＝1,", ',"a,""b""",'])
      expect(text).toContain(cell);
  });

  test('are so many rows at once, and then a cursor', { timeout: 120_000 }, async () => {
    const on = await storeLink(service, of);
    await storePayments(on, 5_003);
    const first = await csv(on);
    const cursor = first.headers['x-next-cursor'];
    const second = await csv(on, `?cursor=${cursor}`);
    const rowsOf = (answer: Answer) => answer.text.trim().split('\r\n').slice(1);
    expect(rowsOf(first)).toHaveLength(5_000);
    expect(rowsOf(second)).toHaveLength(3);
    expect(second.headers).not.toHaveProperty('x-next-cursor');
    expect(new Set([...rowsOf(first), ...rowsOf(second)]).size).toBe(5_003);
  });

  test('are fewer rows where these are long, so that the answer is not too large', { timeout: 120_000 }, async () => {
    const on = await storeLink(service, of);
    await storePayments(on, 5_000, { clientReferenceId: '"'.repeat(255), buyer: { email: '"'.repeat(254) } });
    let [rows, query] = [0, ''];
    for (;;) {
      const { text, headers } = await csv(on, query);
      expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6 * 1024 * 1024);
      rows += text.trim().split('\r\n').length - 1;
      if (!headers['x-next-cursor']) break;
      query = `?cursor=${headers['x-next-cursor']}`;
    }
    expect(rows).toBe(5_000);
  });

  test('of a link that nobody has, or another organization, are not found', async () => {
    expect(await csv({ linkId: 'lnk_1' })).toMatchObject({ status: 404, body: { type: 'NOT_FOUND' } });
    expect(await csv(link, '', await service.organization())).toMatchObject({ status: 404 });
    expect(await csv(link, '?cursor=x')).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR' } });
  });
});
