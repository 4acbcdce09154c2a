import { beforeAll, expect, test } from 'vitest';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import { bodyOf, pathOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

/** More than one page examines. */
const length = 6_300;
/** As many as fit into a transaction beside the head. */
const perCommit = 90;
/** Where the rare type stands. */
const rare = [1, 1_000, 1_001, 4_999, 5_000, 5_001, 6_300];

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
  for (let done = 0; done < length; done += perCommit) {
    await decideAndCommit(service.runtime, {
      organizationId: organization.organizationId,
      reads: {},
      decide: (_found, draft) => {
        for (let event = 0; event < perCommit; event += 1) {
          const type = rare.includes(draft.nextSequence) ? 'payout.returned' : 'deposit.completed';
          draft.event({ type, data: {} });
        }
        return { reply: { status: 200, body: undefined } };
      },
    });
  }
}, 120_000);

test('a rare type is found wherever it stands, page by page', async () => {
  for (const limit of [1, 2, 100]) {
    const found = await readFeed(service, organization, `type=payout.returned&limit=${limit}`);
    expect(found.map(({ sequence }) => Number(sequence))).toEqual(rare);
  }
});

test('a page without a match still moves on, by at most five thousand events', async () => {
  const page = bodyOf(await service.get(`${pathOf(organization)}/events?type=payout.failed`, organization));
  expect(page).toEqual({ data: [], nextSince: '5000' });
  expect(await readFeed(service, organization, 'type=payout.failed')).toEqual([]);
});

test('pages of five hundred hold every event once', async () => {
  const events = await readFeed(service, organization, 'limit=500');
  expect(events.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length }, (_, index) => index + 1));
});
