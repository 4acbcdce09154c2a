import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quotedByName } from '../support/quotes.ts';
import { payer } from './errors/payer.ts';
import { Stage } from './observed.ts';

const windowMs = 5 * 60_000;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.http.stop());

/** Keeps the headers of the first request and sends them again with every other. */
function repeating() {
  let first: [string, string][] | undefined;
  return (headers: Headers) => {
    first ??= [...headers];
    for (const [name, value] of first) headers.set(name, value);
  };
}

describe('Limits', quotedByName, () => {
  test('Signature timestamp window | 5 minutes', async () => {
    const of = await stage.service.organization();
    const { clock } = stage.service;
    for (const side of [-1, 1]) {
      const skewed = (ms: number) => stage.client(of, { clock: () => clock.now + side * ms });
      await skewed(windowMs).getBalance();
      await stage.refused(skewed(windowMs + 1_000).getBalance(), 'SIGNATURE_TIMESTAMP_SKEW');
    }
  });

  test('nonce single use', async () => {
    const { of, sluice, pay, reference } = await payer(stage);
    const client = stage.client(of, { alter: repeating() });
    await pay({}, {}, client);
    await stage.refused(pay({}, {}, client), 'SIGNATURE_REPLAYED');
    stage.service.clock.advance(windowMs);
    await stage.refused(pay({}, {}, client), 'SIGNATURE_REPLAYED');
    expect((await sluice.listOrders({ reference })).data).toHaveLength(1);
  });

  test('Challenge lifetime | 5 minutes', async () => {
    const of = await stage.service.organization();
    const signedAfter = (ms: number) =>
      stage.client(of, {
        signing: 'challenge',
        alter: (headers) => {
          if (headers.has('x-svc-signature')) stage.service.clock.advance(ms);
        },
      });
    await signedAfter(windowMs - 1).getBalance();
    await stage.refused(signedAfter(windowMs).getBalance(), 'SIGNATURE_INVALID');
  });

  test('5 minutes, single use', async () => {
    const { of, sluice, pay, reference } = await payer(stage);
    const repeat = repeating();
    const client = stage.client(of, {
      signing: 'challenge',
      alter: (headers) => {
        if (headers.has('x-svc-signature')) repeat(headers);
      },
    });
    await pay({}, {}, client);
    await stage.refused(pay({}, {}, client), 'SIGNATURE_REPLAYED');
    expect((await sluice.listOrders({ reference })).data).toHaveLength(1);
  });
});
