import { beforeAll, describe, expect, test } from 'vitest';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { PaymentEntity, paymentIdOn } from '../../../shared/checkout/payments/payment.ts';
import { createIds } from '../../../shared/ground/time/ids.ts';
import { paymentOf } from '../../shared/checkout/payments/support.ts';
import { serveOverHttp } from '../../support/http-service.ts';
import { bodyOf, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { checkoutOf, storeLink } from './payments-support.ts';

let service: TestService;
let of: TestOrganization;
let link: Link;
const count = 125;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await service.organization();
  link = await storeLink(service, of);
  await storePayments(link, count);
});

async function storePayments(on: Link, howMany: number, change: object = {}): Promise<void> {
  const ids = createIds();
  await Promise.all(
    Array.from({ length: howMany }, (_, index) => {
      const paymentId = paymentIdOn(on.linkId, ids.suffix(service.clock.now + index));
      const own = { paymentId, organizationId: of.organizationId, clientReferenceId: `order ${index}` };
      return service.runtime.store.put(PaymentEntity, { ...paymentOf({ status: 'paid' }), ...own, ...change });
    }),
  );
}

const list = (query = '', on: Pick<Link, 'linkId'> = link, by: TestOrganization = of): Promise<Answer> =>
  service.get(`${checkoutOf(by)}/links/${on.linkId}/payments${query}`, by);
const references = ({ body }: Answer) => body.data.map((payment: Answer['body']) => payment.clientReferenceId);
const newest = (from: number, howMany: number) =>
  Array.from({ length: howMany }, (_, index) => `order ${count - 1 - from - index}`);

describe('the payments on a link', () => {
  test('are listed newest first, 20 a page, each once', async () => {
    const first = await list();
    expect(references(first)).toEqual(newest(0, 20));
    expect(references(await list(`?cursor=${first.body.nextCursor}`))).toEqual(newest(20, 20));
    const rest = await list(`?limit=100&cursor=${first.body.nextCursor}`);
    const last = await list(`?limit=100&cursor=${rest.body.nextCursor}`);
    expect(references(last)).toEqual(newest(120, 5));
    expect(last.body).not.toHaveProperty('nextCursor');
  });

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
  ])('are so many for a limit of %j', async (limit, howMany) => {
    expect(references(await list(`?limit=${limit}`))).toEqual(newest(0, howMany));
  });

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
