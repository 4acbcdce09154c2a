import { beforeAll, expect, test } from 'vitest';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import { bodyOf, pathOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

const length = 30;
/** The largest events that fit into an item of the table. */
const largeText = 'é'.repeat(190_000);
/** What API Gateway and Lambda carry is 6 MB. */
const mostBytes = 4 * 1024 * 1024 + 100_000;

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
  for (let done = 0; done < length; done += 1) {
    await decideAndCommit(service.runtime, {
      organizationId: organization.organizationId,
      reads: {},
      decide: (_found, draft) => {
        draft.event({ type: 'payout_batch.completed', batchId: 'batch_1', data: { largeText } });
        return { reply: { status: 200, body: undefined } };
      },
    });
  }
}, 60_000);

test.each(['', '?type=payout_batch.completed'])('a page of large events ends before 4 MiB: %s', async (query) => {
  const page = await service.get(`${pathOf(organization)}/events${query}`, organization);
  const { data, nextSince } = bodyOf(page);
  expect(Buffer.byteLength(JSON.stringify(page.body))).toBeLessThan(mostBytes);
  expect(data).toHaveLength(11);
  expect(nextSince).toBe('11');
});

test('no large event is left out, and each says which batch it is of', async () => {
  const events = await readFeed(service, organization, 'limit=500');
  expect(events.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length }, (_, index) => index + 1));
  expect(events.every(({ batchId, payoutId }) => batchId === 'batch_1' && payoutId === null)).toBe(true);
});
