import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { auditRows, faultsOf, storedItems } from '../../support/answers.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { pathOf, type TestOrganization } from '../../support/journey.ts';
import { privateKeyForms } from '../../support/private-key-forms.ts';
import { newPublicKey } from '../../support/public-keys.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';
import { issue, organizationWithOwner } from './support.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const forms = Object.entries(privateKeyForms(pair.privateKey));
/** A header has no line ends. */
const headerForms = forms.filter(([, sent]) => typeof sent === 'string' && /^[\x21-\x7e]+$/.test(sent));
const captured = new CapturedLog();

let service: TestService;
let of: TestOrganization;
let organizationId: string;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 100_000, log: captured.log });
  ({ of, organizationId, owner } = await organizationWithOwner(service));
});

/** A part of the key in each encoding that a line could have it in. */
const { d = '' } = pair.privateKey.export({ format: 'jwk' });
const scalar = Buffer.from(d, 'base64url');
const traces = [d, scalar.toString('base64'), scalar.toString('hex'), scalar.toString('hex').toUpperCase()];
const pemBody = (pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string).split('\n')[1] ?? '';

/** What could tell the key: the log, the answer, and what was stored of the request. */
function expectNoTrace(text: string, sent: unknown): void {
  const whole = typeof sent === 'string' ? sent : JSON.stringify(sent);
  for (const trace of [...traces, pemBody, whole]) expect(text).not.toContain(trace);
}

afterEach(() => captured.lines.splice(0));

describe.each(['publicKey', 'custodyPublicKey', 'privateKey', 'jwk'])('a private key sent as %s', (field) => {
  test.each(forms)(
    'is recognized, and nothing of it kept: %s',
    quotes({
      'Authentication > Keys':
        'Registration validates the key: a wrong curve or a private key is refused (a pasted private key must be rotated).',
    }),
    async (_form, sent) => {
      const before = (await storedItems(service, 'apiKey')).length;
      const publicKey = field === 'custodyPublicKey' ? undefined : newPublicKey();
      const issued = await issue(service, organizationId, owner, { publicKey, [field]: sent });
      const rotated = await service.post(`/api-keys/${of.key.id}/rotate`, owner, { publicKey, [field]: sent });

      for (const answer of [issued, rotated]) {
        expect(faultsOf(answer)).toEqual([`${field}: private_key`]);
        expect(answer.body.detail).toContain('is a private key, which is now exposed: rotate it');
      }
      expect(await storedItems(service, 'apiKey')).toHaveLength(before);
      const kept = [captured.text, issued.body, rotated.body, await auditRows(service, of)];
      expectNoTrace(JSON.stringify(kept), sent);
    },
  );
});

test('a private key sent as the name of a key is not stored as one', async () => {
  const name = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64').slice(0, 100);
  expect(faultsOf(await issue(service, organizationId, owner, { name }))).toEqual(['name: private_key']);
});

test('a name may be 32 bytes, and may speak of private keys', async () => {
  for (const name of ['ab'.repeat(32), 'The one whose private key is in the safe']) {
    expect(await issue(service, organizationId, owner, { name })).toMatchObject({ status: 201, body: { name } });
  }
});

describe('a private key in a header', () => {
  const send = (headers: Record<string, string>): Promise<Answer> =>
    service.send('GET', `${apiPrefix}${pathOf(of)}/balance`, '', headers);

  test.each(headerForms)('is recognized, and nothing of it kept: %s', async (_form, sent) => {
    const key = sent as string;
    const answers: [string, Answer][] = [
      ['X-Api-Key contains a private key', await send({ 'x-api-key': key })],
      ['Authorization contains a private key', await send({ authorization: key })],
      ['Authorization contains a private key', await send({ authorization: `Bearer ${key}` })],
    ];
    for (const [detail, answer] of answers) {
      expect(answer).toMatchObject({ status: 401, body: { type: 'UNAUTHORIZED', detail } });
      expect(answer.body.resolution).toContain('Rotate that key');
    }
    expectNoTrace(JSON.stringify([captured.text, answers]), sent);
  });

  test.each(headerForms.filter(([form]) => !form.startsWith('32')))('is no signature: %s', async (_form, sent) => {
    const headers = { 'x-api-key': of.key.id, 'x-svc-signature': sent as string, 'x-svc-nonce': 'once' };
    const answer = await send({ ...headers, 'x-svc-timestamp': String(Math.floor(service.clock.now / 1000)) });
    expect(answer.body).toMatchObject({ type: 'SIGNATURE_INVALID', detail: 'X-Svc-Signature is a private key' });
    expectNoTrace(JSON.stringify([captured.text, answer]), sent);
  });
});
