import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueApiKey, type NewApiKey } from '../../../../shared/access/api-keys/issue-api-key.ts';
import { ServiceError } from '../../../../shared/ground/errors/service-error.ts';
import { type ApiKey, apiKeyRef } from '../../../../shared/identity/api-key.ts';
import { storedItems } from '../../../support/answers.ts';
import type { TestOrganization } from '../../../support/journey.ts';
import { newPublicKey } from '../../../support/public-keys.ts';
import { TestService } from '../../../support/service.ts';

const POINT = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
});

async function register(fields: Partial<NewApiKey> = {}): Promise<ApiKey> {
  const { body } = await issueApiKey(service.runtime, {
    organizationId: organization.organizationId,
    name: 'server',
    publicKey: newPublicKey(),
    scopes: ['read'],
    issuedBy: 'usr_1',
    ...fields,
  });
  return (await service.runtime.store.get(apiKeyRef(body.id))) as ApiKey;
}

/** Paths of the faults; nothing may have been stored. */
async function faultsOf(fields: Partial<NewApiKey>): Promise<string[]> {
  const before = (await storedItems(service, 'apiKey')).length;
  const error: unknown = await register(fields).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ type: 'VALIDATION_ERROR' });
  expect(await storedItems(service, 'apiKey')).toHaveLength(before);
  return ((error as ServiceError).errors ?? []).map(({ path }) => path);
}

test('a registered key is found by its id, and its id and prefix say that it is a test key', async () => {
  const key = await register({ scopes: ['read', 'write'], allowedIps: ['203.0.113.7'] });
  expect(key.id).toMatch(/^akid_test_[a-z0-9]+$/);
  expect(key.prefix).toMatch(/^svc_test_[a-z0-9]{8}$/);
  expect(key).toMatchObject({
    organizationId: organization.organizationId,
    mode: 'sandbox',
    scheme: 'pem',
    scopes: ['read', 'write'],
    allowedIps: ['203.0.113.7/32'],
    issuedBy: 'usr_1',
  });
  expect(key).not.toHaveProperty('revokedAt');
});

test('a key has the mode of its organization', async () => {
  const { organizationId } = await service.organization('live');
  expect(await register({ organizationId })).toMatchObject({ mode: 'live', id: expect.stringMatching(/^akid_live_/) });
});

describe('a key is either PEM or custody', () => {
  test('custody', async () => {
    const key = await register({ publicKey: undefined as never, custodyPublicKey: POINT });
    expect(key.scheme).toBe('custody');
  });

  test('not both, not neither', async () => {
    expect(await faultsOf({ custodyPublicKey: POINT })).toEqual(['publicKey', 'custodyPublicKey']);
    expect(await faultsOf({ publicKey: undefined as never })).toEqual(['publicKey']);
  });
});

describe('the lifetime', () => {
  const lastDay = Date.parse('2028-12-01T00:00:00.000Z');

  beforeEach(() => {
    service.clock.now = Date.parse('2026-12-01T00:00:00.000Z');
  });

  test('is one year unless said', async () => {
    expect((await register()).expiresAt).toBe(Date.parse('2027-12-01T00:00:00.000Z'));
  });

  test('may end on the same day two calendar years later, over a leap day too', async () => {
    for (const expiresAt of [service.clock.now + 1, lastDay])
      expect((await register({ expiresAt })).expiresAt).toBe(expiresAt);
  });

  test.each([0, lastDay + 1, Number.NaN, Number.POSITIVE_INFINITY])('may not end at %d', async (expiresAt) => {
    expect(await faultsOf({ expiresAt })).toEqual(['expiresAt']);
  });

  test('may not have ended', async () => {
    for (const ms of [0, 1]) expect(await faultsOf({ expiresAt: service.clock.now - ms })).toEqual(['expiresAt']);
  });
});

describe('pins', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
  ])('%s is stored as %s', async (pin, stored) => {
    expect((await register({ allowedIps: [pin] })).allowedIps).toEqual([stored]);
  });

  test.each([
    'example.org',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.7/33',
    '203.0.113.7/',
    '203.0.113.7/-1',
    '2001:db8::/129',
    '10',
    '10/8',
    '010.0.0.1',
    '0x7f.0.0.1',
    '*',
    '',
    ' 203.0.113.7',
  ])('%j is none', async (pin) => {
    expect(await faultsOf({ allowedIps: [pin] })).toEqual(['allowedIps[0]']);
  });

  test('each faulty one is named, and a faulty lifetime and key with them', async () => {
    const fields = { allowedIps: ['10.0.0.1', 'x', '10.0.0.2', 'y'], expiresAt: 0, publicKey: 'garbage' };
    expect(await faultsOf(fields)).toEqual(['publicKey', 'expiresAt', 'allowedIps[1]', 'allowedIps[3]']);
  });
});

test('a key for an organization that does not exist is a fault of ours', async () => {
  await expect(register({ organizationId: 'unknown' })).rejects.not.toBeInstanceOf(ServiceError);
});
