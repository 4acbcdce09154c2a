import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loosens, type Policy } from '../../../../shared/payouts/policy/loosens.ts';

const verdict = loosens;

const rules = { threshold: 100n, dailyThreshold: 300n, quorum: 2, approvers: ['ana', 'ben', 'cem'] };
const velocity = { payouts: 5, minutes: 10 };
const approvals = (change: Partial<Policy['approvals']>) => ({ approvals: { ...rules, ...change } });

const loosening: readonly (readonly [string, Policy, Policy])[] = [
  ['a cap that is raised', { limits: { single: 100n } }, { limits: { single: 101n } }],
  ['a cap that is lifted', { limits: { daily: 100n } }, { limits: {} }],
  ['caps that are lifted together', { limits: { perEndUserDaily: 100n } }, {}],
  ['one cap raised, another lowered', { limits: { single: 1n, daily: 9n } }, { limits: { single: 2n, daily: 3n } }],
  ['more payouts', { velocity }, { velocity: { ...velocity, payouts: 6 } }],
  ['as many payouts in fewer minutes', { velocity }, { velocity: { ...velocity, minutes: 9 } }],
  ['fewer payouts in fewer minutes', { velocity }, { velocity: { payouts: 4, minutes: 1 } }],
  ['more payouts in more minutes', { velocity }, { velocity: { payouts: 6, minutes: 1_440 } }],
  ['a velocity cap that is lifted', { velocity }, {}],
  ['a threshold that is raised', { approvals: rules }, approvals({ threshold: 101n })],
  ['a threshold that is lifted', { approvals: rules }, approvals({ threshold: undefined })],
  ['a daily threshold that is raised', { approvals: rules }, approvals({ dailyThreshold: 301n })],
  ['a daily threshold that is lifted', { approvals: rules }, approvals({ dailyThreshold: undefined })],
  [
    'a daily threshold that is raised beside a threshold that is lowered',
    { approvals: rules },
    approvals({ threshold: 1n, dailyThreshold: 301n }),
  ],
  ['a smaller quorum', { approvals: rules }, approvals({ quorum: 1 })],
  ['an approver more', { approvals: rules }, approvals({ approvers: [...rules.approvers, 'dua'] })],
  ['an approver for another', { approvals: rules }, approvals({ approvers: ['ana', 'ben', 'dua'] })],
  ['no approvals any more', { approvals: rules }, {}],
  ['no approvals of policy changes', { approvals: { quorum: 1, approvers: ['ana', 'ben'] } }, {}],
];

const neutralOrTight: readonly (readonly [string, Policy, Policy])[] = [
  [
    'nothing',
    { limits: { single: 1n }, velocity, approvals: rules },
    { limits: { single: 1n }, velocity, approvals: rules },
  ],
  ['a cap that is set', {}, { limits: { single: 1n, daily: 0n } }],
  ['a cap that is lowered', { limits: { single: 100n } }, { limits: { single: 99n } }],
  ['a velocity cap that is set', {}, { velocity }],
  ['fewer payouts in more minutes', { velocity }, { velocity: { payouts: 4, minutes: 11 } }],
  ['approvals that are set', {}, { approvals: rules }],
  ['a threshold that is set', { approvals: { quorum: 2, approvers: rules.approvers } }, { approvals: rules }],
  ['a threshold that is lowered', { approvals: rules }, approvals({ threshold: 0n })],
  ['a daily threshold that is set', approvals({ dailyThreshold: undefined }), { approvals: rules }],
  ['a daily threshold that is lowered', { approvals: rules }, approvals({ dailyThreshold: 299n })],
  ['a larger quorum', { approvals: rules }, approvals({ quorum: 3 })],
  ['an approver less', { approvals: rules }, approvals({ approvers: ['cem', 'ana'] })],
  ['approvers in another order', { approvals: rules }, approvals({ approvers: ['cem', 'ben', 'ana'] })],
];

describe('a change of the policy', () => {
  test.each(loosening)('loosens: %s', (_, before, after) => {
    expect(verdict(before, after)).toBe(true);
  });

  test.each(neutralOrTight)('does not loosen: %s', (_, before, after) => {
    expect(verdict(before, after)).toBe(false);
  });

  test('loosens, or its reverse does, unless both policies come to the same', () => {
    fc.assert(
      fc.property(somePolicy, somePolicy, (before, after) => {
        const same = JSON.stringify(effectOf(before)) === JSON.stringify(effectOf(after));
        return same ? !verdict(before, after) : verdict(before, after) || verdict(after, before);
      }),
      { numRuns: 2_000 },
    );
  });

  test('does not loosen in two steps, neither of which does', () => {
    fc.assert(
      fc.property(threeOfOneControl, ([first, second, third]) => {
        fc.pre(!verdict(first, second) && !verdict(second, third));
        return !verdict(first, third);
      }),
      { numRuns: 1_000 },
    );
  });
});

const few = fc.bigInt(0n, 2n);
const small = fc.integer({ min: 1, max: 3 });
const controls = {
  limits: fc.record({ single: few, daily: few, perEndUserDaily: few }, { requiredKeys: [] }),
  velocity: fc.record({ payouts: small, minutes: small }),
  approvals: fc.record(
    { threshold: few, dailyThreshold: few, quorum: small, approvers: fc.subarray(['owner', 'admin', 'ana', 'ben']) },
    { requiredKeys: ['quorum', 'approvers'] },
  ),
};
const somePolicy: fc.Arbitrary<Policy> = fc.record(controls, { requiredKeys: [] });
const threeOfOneControl = fc.oneof(
  ...Object.entries(controls).map(([name, control]) => {
    const policy: fc.Arbitrary<Policy> = fc.record({ [name]: control }, { requiredKeys: [] });
    return fc.tuple(policy, policy, policy);
  }),
);

/** What a policy comes to: nothing set is what is not there. */
function effectOf({ limits = {}, velocity: cap, approvals: rule }: Policy): unknown {
  const { single, daily, perEndUserDaily } = limits;
  const amounts = [single, daily, perEndUserDaily, rule?.threshold, rule?.dailyThreshold].map(
    (minor) => minor?.toString() ?? 'none',
  );
  return [amounts, cap && [cap.payouts, cap.minutes], rule && [rule.quorum, [...rule.approvers].sort()]];
}
