import type { ChargeRefund } from '../../../ports/card-acquirer.ts';

type RefundStatus = ChargeRefund['status'];

/** The state of a refund from some time after its request. */
export interface RefundStep {
  readonly afterMs: number;
  readonly status: RefundStatus;
}

/** The behavior of a refund in the sandbox. */
export interface RefundScenario {
  readonly scenario: string;
  /** The last two digits of the refund's amount, in minor units, that select it. */
  readonly digits: string;
  readonly description: string;
  /** The answer to the call. If absent, the state of the refund at that time. */
  readonly answer?: 'refused' | 'unclear' | 'silent_once' | 'silent_for_an_hour';
  /** In order of time, the first at 0. Absent if no refund is made. */
  readonly timeline?: readonly [RefundStep, ...RefundStep[]];
}

const seconds = 1_000;
const succeeded = [{ afterMs: 0, status: 'succeeded' }] as const;

const succeedsAtOnce: RefundScenario = {
  scenario: 'succeeded',
  digits: '00',
  description: 'Succeeds at once. Digits that are not listed do the same.',
  timeline: succeeded,
};

/** Every outcome that the amount of a refund can select. */
export const refundScenarios: readonly RefundScenario[] = [
  succeedsAtOnce,
  {
    scenario: 'refused',
    digits: '81',
    description: 'Refused: nothing moves (`PROVIDER_REJECTED`).',
    answer: 'refused',
  },
  {
    scenario: 'unclear',
    digits: '82',
    description: 'Made, and the answer does not say so (`REFUND_OUTCOME_UNKNOWN`); found within a minute.',
    answer: 'unclear',
    timeline: succeeded,
  },
  {
    scenario: 'silent',
    digits: '83',
    description: 'Made, and not answered the first time (`PAYOUT_OUTCOME_UNKNOWN`); found within a minute.',
    answer: 'silent_once',
    timeline: succeeded,
  },
  {
    scenario: 'silent_for_an_hour',
    digits: '84',
    description: 'Made, and not answered for an hour (`PAYOUT_OUTCOME_UNKNOWN`).',
    answer: 'silent_for_an_hour',
    timeline: succeeded,
  },
  {
    scenario: 'pending_then_succeeded',
    digits: '85',
    description: 'Pending, succeeds after 15 seconds.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: 15 * seconds, status: 'succeeded' },
    ],
  },
  {
    scenario: 'pending_then_failed',
    digits: '86',
    description: 'Pending, fails after 15 seconds.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: 15 * seconds, status: 'failed' },
    ],
  },
  {
    scenario: 'succeeded_then_failed',
    digits: '87',
    description: 'Succeeds at once, fails after a minute.',
    timeline: [
      { afterMs: 0, status: 'succeeded' },
      { afterMs: 60 * seconds, status: 'failed' },
    ],
  },
  {
    scenario: 'unclear_then_refused',
    digits: '89',
    description: 'Not made, and the answer does not say so (`REFUND_OUTCOME_UNKNOWN`); refused within a minute.',
    answer: 'unclear',
  },
];

/** @param digits the last two of an amount in minor units */
export function refundScenarioOf(digits: string): RefundScenario {
  return refundScenarios.find((scenario) => scenario.digits === digits) ?? succeedsAtOnce;
}
