import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoint } from '../../../functions/batches/create-payout-batch.ts';
import { discoverEndpoints } from '../../../functions/discover.ts';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import { handSigned } from '../../support/hand-signed.ts';
import { type HttpService, serveOverHttp } from '../../support/http-service.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { batchingOrganization, linesTo, payee } from './support.ts';

const mostBytes = 2.5 * 1024 * 1024;

let http: HttpService;
beforeAll(async () => {
  const service = await TestService.start();
  service.clock.now = Date.now();
  http = await serveOverHttp(service);
});
afterAll(() => http?.stop());

/** Sends bytes through the gateway. @param bodyFor the body for an account to pay to */
async function submitRaw(bodyFor: (account: Answer['body']) => string): Promise<Pick<Answer, 'status' | 'body'>> {
  const of = await batchingOrganization(http.service);
  const { organizationId, key, privateKey } = of;
  const apiKey = { id: key.id, privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string };
  const call = handSigned({ baseUrl: http.baseUrl, organizationId, apiKey });
  return call('POST', '/payments/organizations/{orgId}/payouts/batches', {
    rawBody: bodyFor(await payee(http.service, of)),
    idempotencyKey: randomUUID(),
  });
}

const tooLarge = {
  type: 'BAD_REQUEST',
  detail: `the body is larger than ${mostBytes} bytes`,
  resolution: String.raw`Send UTF-8 instead of \u escapes, or split the batch.`,
};

describe('a body of POST payouts/batches', () => {
  test.each([
    ['of 2.5 MiB is stored', mostBytes, 202, { itemCount: 1000 }],
    ['that is longer is refused, and told what makes it smaller', mostBytes + 1, 400, tooLarge],
  ])('%s, through the gateway', async (_, bytes, status, body) => {
    const answer = await submitRaw((account) =>
      JSON.stringify({ externalReferenceId: 'large', items: linesTo(account, 1000) }).padEnd(bytes),
    );
    expect(answer).toMatchObject({ status, body });
  });

  test('is stored as UTF-8 where escapes make it too large, as the refusal advises', async () => {
    const texts = { endUserId: 'ä'.repeat(250) };
    const utf8 = (account: Answer['body']) =>
      JSON.stringify({
        externalReferenceId: 'escaped',
        items: linesTo(account, 1000, texts).map((line) => ({ ...line, reference: line.reference.padEnd(250, 'ö') })),
      });
    const escaped = (account: Answer['body']) =>
      utf8(account).replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    expect(await submitRaw(escaped)).toMatchObject({ status: 400, body: tooLarge });
    expect(await submitRaw(utf8)).toMatchObject({ status: 202, body: { itemCount: 1000 } });
  });

  test('is as large as the description says', async () => {
    const { operation, maxBodyBytes } = endpoint;
    const { paths } = openApiDocument(await discoverEndpoints());
    const described = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === operation)?.description;
    expect(maxBodyBytes).toBe(mostBytes);
    expect(described).toContain(`${mostBytes.toLocaleString('en-US')} bytes`);
  });
});
