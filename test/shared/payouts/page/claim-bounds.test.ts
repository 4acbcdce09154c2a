import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../../shared/ground/signatures/canonical.ts';
import { countFailure, failureBound, refuseBeyondBound } from '../../../../shared/payouts/page/claim-bounds.ts';
import { storedItems } from '../../../support/answers.ts';
import { TestService } from '../../../support/service.ts';

const minuteMs = 60 * 1000;

let service: TestService;
let serial = 0;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(() => {
  // The beginning of an hour, with nothing counted in it.
  serial += 3;
  service.clock.now = Date.parse('2026-03-01T12:00:00.000Z') + serial * 60 * minuteMs;
});

const claimOf = (payoutLinkId: string, sourceNetwork: string) => ({
  link: { organizationId: 'org', payoutLinkId },
  sourceNetwork,
});
const refused = { type: 'RATE_LIMITED', retryAfterSeconds: 600 };
const mayClaim = (link: string, network: string) => refuseBeyondBound(service.runtime, claimOf(link, network));

async function fail(times: number, link: string | ((index: number) => string), network = '198.51.100.1') {
  for (let index = 0; index < times; index += 1) {
    const payoutLinkId = typeof link === 'string' ? link : link(index);
    await countFailure(service.runtime, claimOf(payoutLinkId, network));
  }
}

describe('claims that fail', () => {
  test('are bounded by link, whatever network they come from', async () => {
    for (let index = 0; index < failureBound.ofLink; index += 1) {
      await mayClaim('pl_1', `203.0.113.${index}`);
      await fail(1, 'pl_1', `203.0.113.${index}`);
    }
    await expect(mayClaim('pl_1', '203.0.113.99')).rejects.toMatchObject(refused);
    await mayClaim('pl_2', '203.0.113.99');
  });

  test('are bounded by network, whatever link they are of', async () => {
    await fail(failureBound.ofNetwork - 1, (index) => `pl_n${index}`);
    await mayClaim('pl_other', '198.51.100.1');
    await fail(1, 'pl_last');
    await expect(mayClaim('pl_other', '198.51.100.1')).rejects.toMatchObject(refused);
    await mayClaim('pl_other', '198.51.100.2');
  });

  test('of the same id in another organization are others', async () => {
    await fail(failureBound.ofLink, 'pl_3', '203.0.113.1');
    await refuseBeyondBound(service.runtime, {
      link: { organizationId: 'other', payoutLinkId: 'pl_3' },
      sourceNetwork: '203.0.113.2',
    });
  });

  test('count less and less in the hour after, and an hour later not at all', async () => {
    await fail(failureBound.ofLink, 'pl_4');
    service.clock.advance(60 * minuteMs - 1);
    await expect(mayClaim('pl_4', 'n')).rejects.toMatchObject(refused);
    service.clock.advance(10 * minuteMs);
    await mayClaim('pl_4', 'n');
    await fail(4, 'pl_4');
    await expect(mayClaim('pl_4', 'n')).rejects.toMatchObject(refused);
    service.clock.advance(60 * minuteMs);
    await mayClaim('pl_4', 'n');
  });

  test('at once are all counted', async () => {
    await Promise.all(Array.from({ length: failureBound.ofLink }, (_, index) => fail(1, 'pl_5', `n${index}`)));
    await expect(mayClaim('pl_5', 'n')).rejects.toMatchObject(refused);
  });

  test('are kept without the address that they came from, and not for long', async () => {
    await fail(1, 'pl_6', '192.0.2.77');
    const rows = await storedItems(service, 'payoutLinkFailures');
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    // A hash without a key would tell whoever hashes every address.
    for (const trace of ['192.0.2', sha256Hex('192.0.2.77')]) expect(text).not.toContain(trace);
    const latest = Math.max(...rows.map(({ ttl }) => Number(ttl)));
    expect(latest).toBeLessThanOrEqual(service.clock.now / 1_000 + 3 * 60 * 60);
  });
});
