import { expect, test } from 'vitest';
import type { Sluice } from '../src/index.ts';
import { type Reply, startService } from './support/service.ts';

type Call = (client: Sluice) => PromiseLike<unknown>;

/** What a portal, a filter or a broken proxy puts in the place of every kind of answer. */
const foreign: [string, Reply][] = [
  ['204', { status: 204 }],
  ['205', { status: 205 }],
  ['nothing', { status: 200, body: '' }],
  ['null', { status: 200, body: 'null' }],
  ['{}', { status: 200, body: {} }],
  ['a number', { status: 200, body: '7' }],
  ['a text', { status: 200, body: '"payoutId data flat"' }],
  [
    'JSON of a portal',
    { status: 200, body: { status: 'ok', type: 'portal', message: 'Log in', code: 1, error: null } },
  ],
  ['an error with status 200', { status: 200, body: { type: 'INTERNAL', detail: 'no' } }],
  ['HTML', { status: 200, body: '<html>Log in</html>\n', headers: { 'content-type': 'text/html' } }],
  ['HTML that calls itself JSON', { status: 201, body: '<html>Log in</html>' }],
  ['a redirect', { status: 302, headers: { location: '/login' } }],
  ['an error of another service', { status: 502, body: { type: 'about:blank', detail: 'Bad gateway' } }],
  ['a status that no service of ours has', { status: 520, body: 'error code: 520' }],
];

const calls: [string, Call, Reply][] = [
  ['acceptQuote', (client) => client.acceptQuote({ snapshotId: 'qs_1' }), { status: 200, body: { payoutId: 'po_1' } }],
  [
    'createPayout',
    (client) => client.createPayout({ amount: '1.00', destinationAccountId: 'da_1', amountLeg: 'source' }),
    { status: 202, body: { approvalId: 'ap_1' } },
  ],
  ['getOrder', (client) => client.getOrder({ payoutId: 'po_1' }), { status: 200, body: { payoutId: 'po_1' } }],
  // As an earlier release answers, whose lists do not say up to when they are complete.
  ['listOrders', (client) => client.listOrders(), { status: 200, body: { data: [] } }],
  ['listAuditEvents', (client) => client.listAuditEvents(), { status: 200, body: { data: [] } }],
  ['listEvents', (client) => client.listEvents(), { status: 200, body: { data: [], nextSince: '0' } }],
  ['listCorridors', (client) => client.listCorridors(), { status: 200, body: { data: [] } }],
  [
    'listSandboxWebhookDeliveries',
    (client) => client.listSandboxWebhookDeliveries({ endpointId: 'we_1' }),
    { status: 200, body: [] },
  ],
  ['getOpenApi', (client) => client.getOpenApi(), { status: 200, body: { openapi: '3.1.0' } }],
  [
    'exportCheckoutPayments',
    (client) => client.exportCheckoutPayments({ linkId: 'link_1' }),
    { status: 200, body: 'id\r\n', headers: { 'content-type': 'text/csv; charset=utf-8' } },
  ],
];

/** Side by side, because each waits before it asks again. */
test.each(calls)('%s takes no foreign answer for its own, and asks again', async (_name, call, own) => {
  const requests = await Promise.all(
    foreign.map(async ([what, reply]) => {
      const service = await startService(reply, own);
      await call(service.client());
      return [what, service.received.length];
    }),
  );

  expect(requests).toEqual(foreign.map(([what]) => [what, 2]));
});

test.each<[string, Call, Reply]>([
  ['a list whose data is none', (client) => client.listOrders(), { status: 200, body: { data: {} } }],
  ['a list for an object', (client) => client.getOrder({ payoutId: 'po_1' }), { status: 200, body: [] }],
  ['events without where to go on', (client) => client.listEvents(), { status: 200, body: { data: [] } }],
  [
    'CSV that broke off',
    (client) => client.exportCheckoutPayments({ linkId: 'link_1' }),
    { status: 200, body: 'id\r\npay_', headers: { 'content-type': 'text/csv' } },
  ],
])('%s is NETWORK_ERROR when it stays', async (_, call, reply) => {
  const service = await startService(reply);

  await expect(call(service.client({ maxRetries: 0 }))).rejects.toMatchObject({
    type: 'NETWORK_ERROR',
    status: undefined,
    detail: `HTTP 200 from ${new URL(service.baseUrl).origin} is not the service's answer; it may have acted.`,
  });
});

test.each([400, 401, 403, 404])('%i of something else is told at once', async (status) => {
  const service = await startService({ status, body: '<html>No</html>' });

  await expect(service.client().acceptQuote({ snapshotId: 'qs_1' })).rejects.toMatchObject({
    type: 'NETWORK_ERROR',
    status,
    detail: expect.stringContaining(`HTTP ${status} from `),
  });
  expect(service.received).toHaveLength(1);
});
