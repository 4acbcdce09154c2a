import { describe, expect, test } from 'vitest';
import { refuseWithdrawn, withdrawAccess } from '../../../shared/identity/withdraw-access.ts';
import { someTime } from '../../support/drafts.ts';
import { organizationWith } from '../access/members/support.ts';

const SECOND_MS = 1_000;
const credential = 'user:ada';
const judgedAt = someTime;
const organization = organizationWith(1);
const withdrawn = withdrawAccess(organization, credential, someTime);

describe('a request of whoever lost access', () => {
  test.each([
    ['was judged by a role given long before', { credential, judgedAt, accessVersion: 1 }],
    ['was judged by a role given by the version before', { credential, judgedAt, accessVersion: organization.version }],
    ['was judged by something given once', { credential, judgedAt }],
  ])('%s: it is refused, however late the commit came that withdrew', (_name, asker) => {
    const refuse = () => refuseWithdrawn(withdrawn, asker, someTime + 299 * SECOND_MS);
    expect(refuse).toThrow(expect.objectContaining({ type: 'UNAUTHORIZED' }));
  });

  test.each([
    [
      'was judged by the role that came with it',
      { credential, judgedAt, accessVersion: organization.version + 1 },
      someTime,
    ],
    ['is somebody else’s', { credential: 'user:bob', judgedAt }, someTime],
    ['is longer ago than requests may run', { credential, judgedAt }, someTime + 300 * SECOND_MS],
    ['is a worker’s', undefined, someTime],
  ])('%s: it goes on', (_name, asker, now) => {
    expect(() => refuseWithdrawn(withdrawn, asker, now)).not.toThrow();
  });
});

test('what was withdrawn is remembered for five minutes, beside others', () => {
  const later = withdrawAccess(withdrawn, 'akid_test_1', someTime + 299 * SECOND_MS);
  expect(later.withdrawn?.map((one) => one.credential)).toEqual([credential, 'akid_test_1']);
  expect(withdrawAccess(later, 'user:bob', someTime + 300 * SECOND_MS).withdrawn).toHaveLength(2);
});
