import { beforeAll, describe, expect, test } from 'vitest';
import { secretsReadAgain } from '../../../../shared/adapters/secrets-read-again.ts';
import { systemClock } from '../../../../shared/ground/time/system-time.ts';
import { expectError } from '../../../support/answers.ts';
import { pathOf, type TestOrganization } from '../../../support/journey.ts';
import { testKeys } from '../../../support/secrets.ts';
import { type Credentials, TestService } from '../../../support/service.ts';

const viewer = '198.51.100.77';
const elsewhere = '203.0.113.7';
const passed = { 'x-origin-secret': 'known to CloudFront' };

let direct: TestService;
let fronted: TestService;
let organization: TestOrganization;
let pinned: Credentials;

beforeAll(async () => {
  direct = await TestService.start();
  const originSecrets = async () => [passed['x-origin-secret']];
  const secrets = secretsReadAgain({ sealingKeys: async () => testKeys(), originSecrets }, systemClock);
  fronted = direct.process((_call, send) => send(), { secrets });
  organization = await direct.organization();
  pinned = await direct.key(organization.organizationId, { allowedIps: [viewer] });
});

function readBalance(service: TestService, credentials: Credentials, headers = {}, sourceIp = elsewhere) {
  return service.get(`${pathOf(organization)}/balance`, credentials, { headers, sourceIp });
}

describe('where CloudFront stands in front', () => {
  test('a call that did not pass it is FORBIDDEN', async () => {
    for (const headers of [{}, { 'x-origin-secret': '' }, { 'x-origin-secret': 'guessed' }]) {
      expectError(await readBalance(fronted, organization, headers), 'FORBIDDEN', { status: 403 });
    }
  });

  test('a call that brings no secret costs no read of the secrets', async () => {
    let reads = 0;
    const originSecrets = async () => {
      reads += 1;
      return [passed['x-origin-secret']];
    };
    const secrets = secretsReadAgain({ sealingKeys: async () => testKeys(), originSecrets }, systemClock);
    const counted = direct.process((_call, send) => send(), { secrets });
    for (const headers of [{}, { 'x-origin-secret': '' }]) {
      expectError(await readBalance(counted, organization, headers), 'FORBIDDEN', { status: 403 });
    }
    expect(reads).toBe(0);
    expectError(await readBalance(counted, organization, { 'x-origin-secret': 'guessed' }), 'FORBIDDEN');
    expect(reads).toBe(2);
  });

  test('a call that passed it is served', async () => {
    expect(await readBalance(fronted, organization, passed)).toMatchObject({ status: 200 });
  });

  test('the address is the one that CloudFront saw', async () => {
    const seen = { ...passed, 'x-viewer-address': viewer };
    expect(await readBalance(fronted, pinned, seen)).toMatchObject({ status: 200 });
    const other = { ...passed, 'x-viewer-address': elsewhere };
    expectError(await readBalance(fronted, pinned, other, viewer), 'KEY_IP_NOT_ALLOWED');
  });

  test('an IPv6 viewer is matched as such', async () => {
    const key = await direct.key(organization.organizationId, { allowedIps: ['2001:db8::/32'] });
    const seen = { ...passed, 'x-viewer-address': '2001:db8::5' };
    expect(await readBalance(fronted, key, seen)).toMatchObject({ status: 200 });
  });
});

describe('where nothing stands in front', () => {
  test('the header with the address is only what the caller says', async () => {
    expectError(await readBalance(direct, pinned, { ...passed, 'x-viewer-address': viewer }), 'KEY_IP_NOT_ALLOWED');
    expect(await readBalance(direct, pinned, { 'x-viewer-address': elsewhere }, viewer)).toMatchObject({ status: 200 });
  });
});
