import { beforeAll, describe, expect, test } from 'vitest';
import { ApiKeyEntity } from '../../../../shared/identity/api-key.ts';
import { expectError } from '../../../support/answers.ts';
import { pathOf, type TestOrganization } from '../../../support/journey.ts';
import { quotes } from '../../../support/quotes.ts';
import { type Credentials, TestService } from '../../../support/service.ts';

const HOUR_MS = 60 * 60 * 1000;

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
});

const readBalance = (credentials: Credentials, sourceIp?: string) =>
  service.get(`${pathOf(organization)}/balance`, credentials, sourceIp ? { sourceIp } : {});

describe('a key that is not known is UNAUTHORIZED', () => {
  test(
    'without X-Api-Key',
    quotes({ 'Authentication > Authentication errors': '`UNAUTHORIZED` | 401; key missing' }),
    async () => {
      expectError(await service.send('GET', `/business/api/v1${pathOf(organization)}/balance`, '', {}), 'UNAUTHORIZED');
    },
  );

  test.each([
    '',
    'akid_test_unknown',
    'akid_live_unknown',
    'svc_test_abcdefgh',
    'akid_prod_abc',
    'akid_test_',
    'akid_test_a#b',
    `akid_test_${'a'.repeat(65)}`,
  ])('%j', quotes({ 'Authentication > Authentication errors': 'invalid' }), async (id) => {
    const stranger = { ...organization, key: { ...organization.key, id } };
    expectError(await readBalance(stranger), 'UNAUTHORIZED', { status: 401 });
  });

  test.each([-1, 0, 1])(
    'a revoked one, by a clock that is %d seconds ahead',
    quotes({ 'Authentication > Authentication errors': 'or revoked' }),
    async (seconds) => {
      const credentials = await service.key(organization.organizationId);
      expect(await readBalance(credentials)).toMatchObject({ status: 200 });

      const revokedAt = service.clock.now + seconds * 1000;
      await service.runtime.store.put(ApiKeyEntity, { ...credentials.key, revokedAt });
      expectError(await readBalance(credentials), 'UNAUTHORIZED');
    },
  );
});

test('a key that has expired is told so, from the moment of its expiry on', async () => {
  const credentials = await service.key(organization.organizationId, { expiresAt: service.clock.now + HOUR_MS });
  service.clock.advance(HOUR_MS - 1);
  expect(await readBalance(credentials)).toMatchObject({ status: 200 });

  service.clock.advance(1);
  expectError(await readBalance(credentials), 'KEY_EXPIRED', { status: 401 });
});

describe('a key pinned to addresses', () => {
  const pins: readonly (readonly [pins: readonly string[], inside: readonly string[], outside: readonly string[]])[] = [
    [['203.0.113.7'], ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'], ['203.0.113.8', '::cb00:7107']],
    [['203.0.113.0/25'], ['203.0.113.0', '203.0.113.127'], ['203.0.113.128', '203.0.112.255']],
    [['2001:db8::1'], ['2001:db8::1', '2001:0db8:0:0::0001'], ['2001:db8::2', '203.0.113.7']],
    [['2001:db8:1::/48'], ['2001:db8:1:ffff::'], ['2001:db8:2::', '0.0.0.1']],
    [['::ffff:203.0.113.0/120'], ['203.0.113.9', '::ffff:203.0.113.9'], ['203.0.114.9']],
    [['::ffff:198.51.100.1'], ['198.51.100.1'], ['198.51.100.2']],
    [['0.0.0.0/0'], ['8.8.8.8'], ['2001:db8::1']],
    [
      ['10.0.0.0/8', '2001:db8::/32'],
      ['10.9.8.7', '2001:db8::7'],
      ['11.0.0.1', '2001:db9::'],
    ],
  ];

  test.each(pins)(
    '%j is used from there and from nowhere else',
    quotes({
      'Authentication > Keys': 'A key can be pinned to source addresses; other sources get 401 `KEY_IP_NOT_ALLOWED`.',
    }),
    async (allowedIps, inside, outside) => {
      const credentials = await service.key(organization.organizationId, { allowedIps });
      for (const address of inside)
        expect(await readBalance(credentials, address), address).toMatchObject({ status: 200 });
      for (const address of [...outside, 'unknown']) {
        expectError(await readBalance(credentials, address), 'KEY_IP_NOT_ALLOWED', { status: 401 });
      }
    },
  );

  test('is refused elsewhere before anything about its signature is said', async () => {
    const credentials = await service.key(organization.organizationId, { allowedIps: ['10.0.0.1'] });
    const unsigned = await service.get(`${pathOf(organization)}/balance`, credentials, { unsigned: true });
    expectError(unsigned, 'KEY_IP_NOT_ALLOWED');
  });
});

test('a key without pins is used from anywhere', async () => {
  for (const address of ['198.51.100.9', '2001:db8::9']) {
    expect(await readBalance(organization, address)).toMatchObject({ status: 200 });
  }
});
