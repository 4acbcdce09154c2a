import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSluiceError, verifyWebhook } from '../../client/src/index.ts';
import { errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { quotedByName } from '../support/quotes.ts';
import { type Caller, callerOf, faultsOf, newCaller, refusalOf, send, useService } from './support.ts';
import { deliveriesOf, feedOf, happens, listen, shortPauses, useReceivers, webhookCaller } from './webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let caller: Caller;

beforeAll(async () => {
  caller = await newCaller(stage.http);
});

describe('Versioning', quotedByName, () => {
  test('The path prefix `/business/api/v1` carries the API major version.', async () => {
    const path = `/payments/organizations/${caller.of.organizationId}/balance`;
    const answer = async (beginning: string) => {
      const { origin } = new URL(stage.http.baseUrl);
      const { key } = caller.of;
      const headers = {
        'x-api-key': key.id,
        ...stage.http.service.sign('GET', beginning + path, '', caller.of),
      };
      const response = await fetch(origin + beginning + path, { headers });
      return (await response.json()).type ?? response.status;
    };
    expect(await answer('/business/api/v1')).toBe(200);
    for (const other of ['/business/api/v2', '/business/api', '/v1', '']) {
      expect(await answer(other), other).toBe('ROUTE_NOT_FOUND');
    }
    const { body } = await send(stage.http, caller.of, 'GET', '/openapi.json');
    expect(body.info.version).toMatch(/^1\./);
  });

  test('Adding new event types is a backwards-compatible change; receivers ignore types they do not recognize and answer 2xx.', async () => {
    // A receiver that was written when there were payouts alone.
    const known: string[] = [];
    const receiver = await newReceiver(({ event }, response) => {
      if (event.type.startsWith('payout.')) known.push(event.type);
      response.writeHead(204).end();
    });
    const ofWebhooks = await webhookCaller(stage.http);
    const endpoint = await listen(ofWebhooks, receiver);
    const later = ['payout_batch.completed', 'payout_approval.expired'] as const;
    for (const type of ['payout.pending', ...later, 'payout.completed'] as const) {
      await happens(stage.http, ofWebhooks, { type });
    }
    expect(known).toEqual(['payout.pending', 'payout.completed']);
    const deliveries = await deliveriesOf(ofWebhooks, endpoint);
    expect(deliveries.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded']);
    // The client accepts a type that no release has.
    const type = 'payout.audited';
    expect(await faultsOf(ofWebhooks.sluice.listEvents({ type: type as never }))).toEqual(['type[0]']);
    await happens(stage.http, ofWebhooks, { type: type as never });
    const told = (await feedOf(ofWebhooks)).at(-1);
    expect(told?.type).toBe(type);
    const { secret } = endpoint;
    const [id, body, at] = [told?.id ?? '', JSON.stringify(told), new Date(stage.http.service.clock.now)];
    const headers = {
      'svc-id': id,
      'svc-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svc-signature': new Webhook(secret).sign(id, at, body),
    };
    expect(await verifyWebhook({ headers, body, secret, clock: () => at.getTime() })).toEqual(told);
  });

  test('Error `type` values are stable across versions; HTTP status and wording are not.', async () => {
    // The published contract lists every type by name.
    const { body } = await send(stage.http, caller.of, 'GET', '/openapi.json');
    const listed = JSON.stringify(body.components);
    for (const type of Object.keys(errorCatalog)) expect(listed, type).toContain(`"${type}"`);
    const later: typeof fetch = async (input, init) => {
      const answer = await (await fetch(input, init)).json();
      return Response.json({ ...answer, status: 410, detail: 'gone', resolution: undefined }, { status: 410 });
    };
    for (const options of [{}, { fetch: later }]) {
      const { sluice } = callerOf(stage.http, caller.of, options);
      const refusal = await refusalOf(sluice.getOrder({ payoutId: 'po_unknown' }));
      expect(isSluiceError(refusal, 'NOT_FOUND')).toBe(true);
    }
  });
});
