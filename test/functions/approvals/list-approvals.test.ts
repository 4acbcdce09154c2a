import { beforeAll, describe, expect, test } from 'vitest';
import { ApprovalEntity } from '../../../shared/approvals/approval.ts';
import { approvalStatuses } from '../../../shared/approvals/transitions.ts';
import { guarded, pend, storedApproval, vote } from '../../shared/approvals/support.ts';
import { bodyOf, fundedOrganization, pathOf, type TestOrganization } from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > List approvals';

let service: TestService;
let of: TestOrganization;
let voter: Awaited<ReturnType<typeof guarded>>['voters'][number];
/** Newest first. */
const ids: string[] = [];

beforeAll(async () => {
  // More calls than a minute allows, on a clock that stands still.
  service = await TestService.start({ rateLimitOverride: 10_000 });
  const all = await guarded(service);
  ({ of } = all);
  voter = all.voter(0);
  for (let count = 0; count < 4; count += 1) {
    ids.unshift((await pend(service, all)).approvalId);
    service.clock.advance(1);
  }
  await vote(service, of, ids[1] ?? '', voter, 'reject');
});

const list = (query = '', by: Parameters<TestService['get']>[1] = of) =>
  service.get(`${pathOf(of)}/payouts/approvals${query}`, by);

const idsOf = (answer: Answer) => bodyOf(answer).data.map(({ approvalId }: { approvalId: string }) => approvalId);

describe('approvals', () => {
  test(
    'are newest first, in one page without a cursor',
    quotes({ [section]: ['`GET P/payouts/approvals`.', '200: `data` array, newest first, no cursor.'] }),
    async () => {
      const body = bodyOf(await list());
      expect(body).not.toHaveProperty('nextCursor');
      expect(body.data.map(({ approvalId }: { approvalId: string }) => approvalId)).toEqual(ids);
    },
  );

  test('are found by status', quotes({ [section]: 'Query: `status` (one approval status' }), async () => {
    expect(idsOf(await list('?status=rejected'))).toEqual([ids[1]]);
    expect(idsOf(await list('?status=pending'))).toEqual([ids[0], ids[2], ids[3]]);
    expect(idsOf(await list('?status=pending&limit=2'))).toEqual([ids[0], ids[2]]);
    for (const status of approvalStatuses) expect((await list(`?status=${status}`)).status).toBe(200);
  });

  test(
    'are 50 unless asked for otherwise, 100 at most',
    quotes({ [section]: '`limit` (1 to 100, default 50', Limits: 'approvals 1 to 100 (default 50)' }),
    async () => {
      const many = await guarded(service);
      const { approvalId } = await pend(service, many, { amount: '51.00' });
      const one = await storedApproval(service, many.of, approvalId);
      for (let row = 0; row < 100; row += 1) {
        const copy = { ...one, approvalId: service.runtime.ids.next('apr', service.clock.now + row) };
        await service.runtime.store.put(ApprovalEntity, copy);
      }
      const lengthOf = async (query: string) =>
        bodyOf(await service.get(`${pathOf(many.of)}/payouts/approvals${query}`, many.of)).data.length;
      expect([await lengthOf(''), await lengthOf('?limit=1'), await lengthOf('?limit=100')]).toEqual([50, 1, 100]);
    },
  );

  test.each([
    '?limit=0',
    '?limit=101',
    '?limit=-1',
    '?limit=x',
    '?status=open',
    '?status=pending,rejected',
    '?status=',
  ])('are refused with %s', quotes({ [section]: ['unknown is 400)', 'out of range is 400).'] }), async (query) => {
    expect(await list(query)).toMatchObject(refusedParameter(/[a-z]+/.exec(query)?.[0] ?? ''));
  });

  test('are shown to any member and to a key that may only read, and to nobody else', async () => {
    const reader = await service.key(of.organizationId, { scopes: ['read'] });
    const viewer = await service.member(of.organizationId, 'viewer');
    for (const caller of [reader, viewer, voter]) expect(idsOf(await list('', caller))).toEqual(ids);
    const stranger = await fundedOrganization(service);
    expect((await list('', stranger)).body.type).toBe('FORBIDDEN');
    expect(idsOf(await service.get(`${pathOf(stranger)}/payouts/approvals`, stranger))).toEqual([]);
  });
});
