import { describe, expect, test } from 'vitest';
import { type Approval, ApprovalEntity } from '../../../shared/approvals/approval.ts';
import { canonicalJson, hashOf } from '../../../shared/approvals/content.ts';
import { endApproval } from '../../../shared/approvals/end-approval.ts';
import { type ApprovalStatus, approvalStatuses, approvalTransitions } from '../../../shared/approvals/transitions.ts';
import { EventEntity } from '../../../shared/journal/rows/event.ts';
import { draftWith, rowsOf, someTime } from '../../support/drafts.ts';

/** The design's table, spelled out a second time: a change of one must be a change of both. */
const allowed: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'approved rejected expired failed',
  approved: 'executed failed',
  executed: '',
  rejected: '',
  expired: '',
  failed: '',
};

const ends = ['executed', 'rejected', 'expired', 'failed'] as const;
const pairs = approvalStatuses.flatMap((from) => ends.map((to) => [from, to] as const));

function approvalAt(status: ApprovalStatus): Approval {
  const at = new Date(someTime).toISOString();
  const bound = {
    organizationId: 'org',
    approvalId: 'apr_1',
    kind: 'payout',
    content: canonicalJson({ amount: '1.00' }),
    hold: { amount: 100n, currency: 'USD' },
  } as const;
  return {
    ...bound,
    hash: hashOf(bound),
    version: 1,
    status,
    initiator: { actorUserId: 'user' },
    required: 1,
    votes: [],
    expiresAt: someTime,
    createdAt: at,
    updatedAt: at,
  };
}

const held = () => draftWith(0n, { balances: { USD: { available: 0n, held: 100n } } });

test('the transitions are those of the specification and the design', () => {
  const listed = Object.fromEntries(approvalStatuses.map((from) => [from, approvalTransitions[from].join(' ')]));
  expect(listed).toEqual(allowed);
});

describe('an approval', () => {
  test.each(pairs.filter(([from, to]) => approvalTransitions[from].includes(to)))(
    'that is %s ends as %s with one event, and what it holds is given back',
    (from, to) => {
      const draft = held();
      endApproval(draft, approvalAt(from), to);
      expect(draft.head.balances.USD).toEqual({ available: 100n, held: 0n });
      expect(rowsOf(draft, ApprovalEntity)).toMatchObject([{ status: to, version: 2 }]);
      expect(rowsOf(draft, EventEntity)).toMatchObject([{ type: `payout_approval.${to}` }]);
    },
  );

  test.each(pairs.filter(([from, to]) => !approvalTransitions[from].includes(to)))(
    'that is %s cannot become %s, and nothing is given back',
    (from, to) => {
      const draft = held();
      expect(() => endApproval(draft, approvalAt(from), to)).toThrow(`cannot go from ${from} to ${to}`);
      expect(draft.isEmpty).toBe(true);
    },
  );
});

describe('what an approval is bound to', () => {
  test('is the same for the same thing, in whatever order it was said', () => {
    expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: 'x\ny' })).toBe('{"a":"x\\ny","b":[{"d":1}]}');
  });

  test.each([
    ['organization', { organizationId: 'other' }],
    ['approval', { approvalId: 'apr_2' }],
    ['content', { content: canonicalJson({ amount: '2.00' }) }],
    ['hold', { hold: { amount: 101n, currency: 'USD' } }],
    ['lack of a hold', { hold: undefined }],
  ])('is another for another %s', (_what, change) => {
    const approval = approvalAt('pending');
    expect(hashOf({ ...approval, ...change })).not.toBe(approval.hash);
  });
});
