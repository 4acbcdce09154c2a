import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handSigned } from '../../support/hand-signed.ts';
import { type HttpService, serveOverHttp } from '../../support/http-service.ts';
import { TestService } from '../../support/service.ts';
import { batchingOrganization, linesTo, payee } from './support.ts';

const mostBytes = 2.5 * 1024 * 1024;

let http: HttpService;
beforeAll(async () => {
  const service = await TestService.start();
  service.clock.now = Date.now();
  http = await serveOverHttp(service);
});
afterAll(() => http?.stop());

describe('a body of POST payouts/batches', () => {
  test.each([
    ['of 2.5 MiB is stored', mostBytes, 202],
    ['that is longer is refused', mostBytes + 1, 400],
  ])('%s, through the gateway', async (_, bytes, status) => {
    const of = await batchingOrganization(http.service);
    const { organizationId, key, privateKey } = of;
    const apiKey = { id: key.id, privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string };
    const items = linesTo(await payee(http.service, of), 1000);
    const rawBody = JSON.stringify({ externalReferenceId: 'large', items }).padEnd(bytes);
    const call = handSigned({ baseUrl: http.baseUrl, organizationId, apiKey });
    const answer = await call('POST', '/payments/organizations/{orgId}/payouts/batches', {
      rawBody,
      idempotencyKey: randomUUID(),
    });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body).toMatchObject(
      status === 202
        ? { itemCount: 1000 }
        : { type: 'BAD_REQUEST', detail: expect.stringContaining(String(mostBytes)) },
    );
  });
});
