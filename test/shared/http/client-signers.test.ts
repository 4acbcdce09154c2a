import { sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Signer } from '../../../client/src/index.ts';
import { newCustodyKey } from '../../support/custody.ts';
import { type HttpService, serveOverHttp } from '../../support/http-service.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

let http: HttpService;
let organization: TestOrganization;
beforeAll(async () => {
  const service = await TestService.start();
  [http, organization] = await Promise.all([serveOverHttp(service), service.organization()]);
});
afterAll(() => http?.stop());

/** A key whose private half the client never has. */
async function custodyKey() {
  const { custodyPublicKey, ...pair } = newCustodyKey();
  const { organizationId } = organization;
  const { key } = await http.service.key(organizationId, { publicKey: undefined, custodyPublicKey });
  return { organizationId, key, ...pair };
}

const flows = ['direct', 'challenge'] as const;

test.each(flows)("the client calls by the %s flow with the custody provider's own stamper", async (signing) => {
  const custody = await custodyKey();
  const apiKey = { id: custody.key.id, sign: (text: string) => custody.stamper.stamp(text) };

  const funded = await http.client(custody, { apiKey, signing }).fundSandbox({ amount: '25.00' });

  expect(funded).toMatchObject({ amount: '25.00' });
});

test.each(flows.flatMap((signing) => (['der', 'ieee-p1363'] as const).map((encoding) => [signing, encoding] as const)))(
  'the client calls by the %s flow with signatures that a key service gives as %s',
  async (signing, dsaEncoding) => {
    const { key, privateKey } = organization;
    const signer: Signer = async (text) => sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding });

    const client = http.client(organization, { apiKey: { id: key.id, sign: signer }, signing });

    expect(await client.fundSandbox({ amount: '25.00' })).toMatchObject({ amount: '25.00' });
  },
);

test('the client tells of a replay by the result, from what the service says', async () => {
  const client = http.client(organization);
  const options = { idempotencyKey: 'fund-once' };

  const first = await client.fundSandbox({ amount: '10.00' }, options);
  const second = await client.fundSandbox({ amount: '10.00' }, options);

  expect(second).toEqual(first);
  const answers = [first, second].map((result) => client.answerOf(result));
  expect(answers.map((answer) => answer?.replayed)).toEqual([false, true]);
  expect(answers[0]?.requestId).not.toBe(answers[1]?.requestId);
});
