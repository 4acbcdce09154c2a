import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { serveOverHttp } from '../support/http-service.ts';
import { settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import { payer } from './errors/payer.ts';
import { failureOf, Stage } from './observed.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.start();
});
afterEach(() => stage.mend());
afterAll(() => stage.http.stop());

describe('Errors', quotedByName, () => {
  test('The client-library types `TIMEOUT`, `NETWORK_ERROR` and `CORRIDOR_UNAVAILABLE` are raised by a client, not returned by the service.', async () => {
    const { of, sluice, pay, reference, idempotencyKey } = await payer(stage);
    const silence = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    stage.table.intercept(async ({ name }, go) => {
      if (name !== 'TransactWrite') return go();
      await silence.promise;
      return go().finally(committed.resolve);
    });
    const timeout = await failureOf(pay({}, { timeoutMs: 500 }), 'TIMEOUT');
    expect(timeout.idempotencyKey).toBe(idempotencyKey);
    silence.resolve();
    await committed.promise;
    const { payoutId } = await pay();
    expect((await sluice.listOrders({ reference })).data.map((order) => order.payoutId)).toEqual([payoutId]);

    const gone = await serveOverHttp(stage.service);
    await gone.stop();
    const unreached = await failureOf(gone.client(of).getBalance(), 'NETWORK_ERROR');

    const nowhere = { country: 'AQ', currency: 'EUR' };
    const unserved = await failureOf(sluice.findCorridor(nowhere), 'CORRIDOR_UNAVAILABLE');
    expect(await sluice.findCorridor({ country: 'DE', currency: 'EUR' })).toMatchObject({ corridorId: 'eur_de_iban' });

    for (const { type, status } of [timeout, unreached, unserved]) {
      expect(status).toBeUndefined();
      expect(errorCatalog).not.toHaveProperty(type);
    }
  });

  test('A payout accepted and later failed is not an error response; it is a payout with `status: failed` and a `failureCode`.', async () => {
    const { sluice, pay, reference } = await payer(stage, { outcome: 'account_invalid' });
    const { payoutId } = await pay();
    await settle(stage.service);
    const failed = { payoutId, status: 'failed', failureCode: 'account_invalid' };
    expect(await sluice.getOrder({ payoutId })).toMatchObject(failed);
    expect((await sluice.listOrders({ reference })).data).toMatchObject([failed]);
  });

  test('status and wording can change', async () => {
    const { sluice } = await payer(stage);
    const reworded: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      return Response.json({ ...(await response.json()), status: 418, detail: 'in other words' }, { status: 418 });
    };
    const changed = stage.http.client(await stage.service.organization(), { fetch: reworded });
    for (const client of [sluice, changed]) await failureOf(client.getOrder({ payoutId: 'po_unknown' }), 'NOT_FOUND');
  });
});
