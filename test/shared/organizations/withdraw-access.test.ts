import { describe, expect, test } from 'vitest';
import { refuseWithdrawn, withdrawAccess } from '../../../shared/organizations/withdraw-access.ts';
import { someTime } from '../../support/drafts.ts';
import { organizationWith } from '../members/support.ts';

const SECOND_MS = 1_000;
const credential = 'user:ada';
const withdrawn = withdrawAccess(organizationWith(1), credential, someTime);

describe('a request of whoever lost access', () => {
  test.each([
    ['came in before', { receivedAt: someTime - 10 * SECOND_MS }],
    ['came in at the same moment', { receivedAt: someTime }],
    ['came in by a clock that is ahead', { receivedAt: someTime + 4 * SECOND_MS }],
    ['does not tell when it came in', {}],
  ])('%s: it is refused', (_name, since) => {
    const refuse = () => refuseWithdrawn(withdrawn, { credential, ...since }, someTime + 9 * SECOND_MS);
    expect(refuse).toThrow(expect.objectContaining({ type: 'UNAUTHORIZED' }));
  });

  test.each([
    ['came in afterwards', { credential, receivedAt: someTime + 6 * SECOND_MS }, someTime + 9 * SECOND_MS],
    ['is somebody else’s', { credential: 'user:bob', receivedAt: someTime }, someTime],
    ['is longer ago than requests run', { credential, receivedAt: someTime }, someTime + 60 * SECOND_MS],
    ['is a worker’s', {}, someTime],
  ])('%s: it goes on', (_name, asker, now) => {
    expect(() => refuseWithdrawn(withdrawn, asker, now)).not.toThrow();
  });
});

test('what was withdrawn is remembered for a minute, beside others', () => {
  const later = withdrawAccess(withdrawn, 'akid_test_1', someTime + 59 * SECOND_MS);
  expect(later.withdrawn?.map((one) => one.credential)).toEqual([credential, 'akid_test_1']);
  expect(withdrawAccess(later, 'user:bob', someTime + 60 * SECOND_MS).withdrawn).toHaveLength(2);
});
