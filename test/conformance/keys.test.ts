import { type KeyObject, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { IssueApiKey, Sluice } from '../../client/src/index.ts';
import { discoverEndpoints } from '../../functions/discover.ts';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { newCustodyKey } from '../support/custody.ts';
import type { TestOrganization } from '../support/journey.ts';
import { newKeyPair, newPublicKey } from '../support/public-keys.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { payloadOf } from '../support/signing.ts';
import { callEach } from './every-endpoint.ts';
import { type Caller, callerOf, faultsOf, refusalOf, send, useService } from './support.ts';

const dayMs = 24 * 60 * 60_000;
const stage = useService();
let of: TestOrganization;
let owner: Sluice;

beforeEach(async () => {
  of = await stage.http.service.organization();
  owner = await memberOf(of, 'owner');
});

async function memberOf(
  { organizationId }: TestOrganization,
  role: Parameters<typeof stage.http.service.member>[1],
): Promise<Sluice> {
  return stage.http.dashboard(organizationId, await stage.http.service.member(organizationId, role));
}

const at = (ms: number) => new Date(stage.http.service.clock.now + ms).toISOString();

/** Fields of a key that may read. */
const fields = (more: Partial<IssueApiKey> = {}): IssueApiKey => ({
  name: 'server',
  publicKey: newPublicKey(),
  scopes: ['read'],
  ...more,
});

/** Issues a key from a pair made here, and calls with it. */
async function issued(more: Partial<IssueApiKey> = {}): Promise<Caller> {
  const { publicKey, privateKey } = newKeyPair();
  return calling((await owner.issueApiKey(fields({ publicKey, ...more }))).id, privateKey);
}

function calling(id: string, privateKey: KeyObject): Caller {
  return callerOf(stage.http, { ...of, key: { ...of.key, id }, privateKey });
}

/** Lifetime of a key, in days. */
const daysOf = async (more: Partial<IssueApiKey>) => {
  const { createdAt, expiresAt } = await owner.issueApiKey(fields(more));
  return (Date.parse(expiresAt) - Date.parse(createdAt)) / dayMs;
};

describe('Authentication > Keys', quotedByName, () => {
  test('A key has an id beginning `akid_live_` or `akid_test_`; it is sent in `X-Api-Key`.', async () => {
    const live = await stage.http.service.organization('live');
    const { id } = await (await memberOf(live, 'owner')).issueApiKey(fields());
    expect([id, (await issued()).of.key.id]).toEqual([
      expect.stringMatching(/^akid_live_[a-z0-9]+$/),
      expect.stringMatching(/^akid_test_[a-z0-9]+$/),
    ]);
    const { sluice } = await issued();
    expect(await sluice.getBalance()).toMatchObject({ currency: 'USD' });
    const path = `/payments/organizations/${of.organizationId}/balance`;
    const elsewhere = await send(stage.http, of, 'GET', path, { headers: { 'x-api-key': '' } });
    expect(elsewhere.body).toMatchObject({ type: 'UNAUTHORIZED' });
  });

  test('Test keys are for the sandbox (test-key values begin `svc_test_`).', async () => {
    const { data } = await owner.listApiKeys();
    expect(data).toMatchObject([{ prefix: expect.stringMatching(/^svc_test_/), mode: 'sandbox' }]);
    const { sluice } = await issued({ scopes: ['read', 'write'] });
    await sluice.fundSandbox({ amount: '5.00' });
    const live = await stage.http.service.organization('live');
    expect(await refusalOf(callerOf(stage.http, live).sluice.fundSandbox({ amount: '5.00' }))).toMatchObject({
      type: 'LIVE_MODE_UNSUPPORTED',
    });
  });

  test('Issued in the dashboard (browser-generated pair, only the public half sent) or by registering a client-generated public key.', async () => {
    const subtle = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const spki = Buffer.from(await crypto.subtle.exportKey('spki', subtle.publicKey)).toString('base64');
    const publicKey = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----`;
    const { id } = await owner.issueApiKey(fields({ publicKey }));
    const apiKey = { id, privateKey: subtle.privateKey };
    const { sluice } = callerOf(stage.http, of, { apiKey });
    expect((await sluice.getBalance()).available).toBe('0.00');
  });

  test(
    'Default lifetime one year, maximum two.',
    quotes({ Limits: 'Key lifetime | default 1 year, maximum 2 years' }),
    async () => {
      // Calendar years; the 29th of February 2028 is in the second one.
      expect(await daysOf({})).toBe(365);
      expect(await daysOf({ expiresAt: at(731 * dayMs) })).toBe(731);
      expect(await faultsOf(owner.issueApiKey(fields({ expiresAt: at(731 * dayMs + 1) })))).toEqual(['expiresAt']);
    },
  );

  test("A key registers either a PEM public key or a public key of a third-party key-custody provider and then authenticates with that provider's stamp, never both.", async () => {
    const { custodyPublicKey, privateKey, stamper } = newCustodyKey();
    expect(await faultsOf(owner.issueApiKey(fields({ custodyPublicKey })))).toEqual(['publicKey', 'custodyPublicKey']);
    const { id: keyId } = await owner.issueApiKey({ name: 'custody', scopes: ['read'], custodyPublicKey });
    const target = `${apiPrefix}/payments/organizations/${of.organizationId}/balance`;
    const request = {
      ...{ keyId, method: 'GET', target, body: '', idempotencyKey: '', nonce: randomUUID() },
      timestamp: Math.floor(stage.http.service.clock.now / 1000).toString(),
    };
    const { stampHeaderValue } = await stamper.stamp(payloadOf(request));
    const stamped = await fetch(stage.http.baseUrl + target.slice(apiPrefix.length), {
      headers: {
        ...{ 'x-api-key': keyId, 'x-stamp': stampHeaderValue },
        ...{ 'x-svc-timestamp': request.timestamp, 'x-svc-nonce': request.nonce },
      },
    });
    expect(stamped.status).toBe(200);
    const signed = calling(keyId, privateKey).sluice.getBalance();
    expect(await refusalOf(signed)).toMatchObject({ type: 'SIGNATURE_INVALID' });
  });

  test('Scopes seen: `write`, `refunds`, `crypto_payouts`. Read-only keys exist.', async () => {
    for (const scopes of [
      ['read', 'write'],
      ['read', 'write', 'refunds', 'crypto_payouts'],
    ] as const) {
      const writer = await issued({ scopes: [...scopes] });
      await writer.sluice.fundSandbox({ amount: '5.00' });
    }
    const { sluice } = await issued({ scopes: ['read'] });
    expect((await sluice.getBalance()).available).toBe('10.00');
    expect(await refusalOf(sluice.fundSandbox({ amount: '5.00' }))).toMatchObject({ type: 'INSUFFICIENT_SCOPE' });
  });

  test('A key cannot accept provider terms, manage the team or issue keys.', async () => {
    const declared = (await discoverEndpoints()).map(({ declaration }) => declaration);
    const ofPeople = declared.filter(({ callers }) => callers.includes('session') && !callers.includes('key'));
    expect(ofPeople.map(({ operation }) => operation)).toContain('issueApiKey');
    for (const [operation, answer] of Object.entries(await callEach(stage.http, ofPeople, of, of))) {
      expect(answer, operation).toMatchObject({ status: 401, body: { type: 'UNAUTHORIZED' } });
    }
    const { sluice } = callerOf(stage.http, of);
    expect(await refusalOf(sluice.issueApiKey(fields()))).toMatchObject({ type: 'UNAUTHORIZED', status: 401 });
    // Nor by way of another key.
    const { of: other } = await issued();
    const body = { id: other.key.id, publicKey: newPublicKey() };
    expect(await refusalOf(sluice.rotateApiKey(body))).toMatchObject({ type: 'FORBIDDEN', status: 403 });
  });
});
