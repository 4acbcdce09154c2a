/** The acquirer's report about a charge from some time after it was made. */
export interface ChargeStep {
  readonly afterMs: number;
  readonly status: 'pending' | 'paid' | 'failed';
  readonly dispute?: 'chargeback' | 'inquiry' | 'open' | 'won' | 'lost';
  /** The fee is not known yet. */
  readonly feeUnknown?: true;
  /** Nothing is answered. */
  readonly silent?: true;
}

/** In order of time, the first at 0. */
type Timeline = readonly [ChargeStep, ...ChargeStep[]];

/** The behavior of a sandbox charge. */
interface PaymentScenario {
  readonly scenario: string;
  /** The last two digits of the total, in minor units, that select it. */
  readonly digits: string;
  readonly description: string;
  readonly timeline: Timeline;
}

const seconds = 1_000;

const paidAtOnce: PaymentScenario = {
  scenario: 'paid',
  digits: '00',
  description: 'Paid at once. Digits that are not listed do the same.',
  timeline: [{ afterMs: 0, status: 'paid' }],
};

/**
 * Every outcome that a total can select (specification, Simulate a payment). `91` to `94` belong to publishing
 * (`priceOutcomes`).
 */
export const paymentScenarios: readonly PaymentScenario[] = [
  paidAtOnce,
  {
    scenario: 'pending_then_paid',
    digits: '02',
    description: 'Pending, paid after 15 seconds.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: 15 * seconds, status: 'paid' },
    ],
  },
  {
    scenario: 'charged_back',
    digits: '04',
    description: 'Paid, charged back after a minute.',
    timeline: [
      { afterMs: 0, status: 'paid' },
      { afterMs: 60 * seconds, status: 'paid', dispute: 'chargeback' },
    ],
  },
  {
    scenario: 'declined',
    digits: '06',
    description: 'Declined at once.',
    timeline: [{ afterMs: 0, status: 'failed' }],
  },
  {
    scenario: 'pending_then_failed',
    digits: '08',
    description: 'Pending, failed after 15 seconds.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: 15 * seconds, status: 'failed' },
    ],
  },
  {
    scenario: 'failed_then_paid',
    digits: '12',
    description: 'Pending, failed after 15 seconds, and paid late after a minute.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: 15 * seconds, status: 'failed' },
      { afterMs: 60 * seconds, status: 'paid' },
    ],
  },
  {
    scenario: 'dispute_won',
    digits: '14',
    description: 'Paid, disputed after 30 seconds; the dispute is won after 90.',
    timeline: [
      { afterMs: 0, status: 'paid' },
      { afterMs: 30 * seconds, status: 'paid', dispute: 'open' },
      { afterMs: 90 * seconds, status: 'paid', dispute: 'won' },
    ],
  },
  {
    scenario: 'dispute_lost',
    digits: '16',
    description: 'Paid, disputed after 30 seconds; the dispute is lost after 90.',
    timeline: [
      { afterMs: 0, status: 'paid' },
      { afterMs: 30 * seconds, status: 'paid', dispute: 'open' },
      { afterMs: 90 * seconds, status: 'paid', dispute: 'lost' },
    ],
  },
  {
    scenario: 'inquiry',
    digits: '18',
    description: 'Paid; the bank asks about it after 30 seconds, and after 90 is content. No dispute.',
    timeline: [
      { afterMs: 0, status: 'paid' },
      { afterMs: 30 * seconds, status: 'paid', dispute: 'inquiry' },
      { afterMs: 90 * seconds, status: 'paid', dispute: 'won' },
    ],
  },
  {
    scenario: 'inquiry_then_dispute_lost',
    digits: '22',
    description: 'Paid; the bank asks about it after 30 seconds, disputes it after 60, and wins after 120.',
    timeline: [
      { afterMs: 0, status: 'paid' },
      { afterMs: 30 * seconds, status: 'paid', dispute: 'inquiry' },
      { afterMs: 60 * seconds, status: 'paid', dispute: 'open' },
      { afterMs: 120 * seconds, status: 'paid', dispute: 'lost' },
    ],
  },
  {
    scenario: 'slow',
    digits: '24',
    description: 'Pending for five minutes, then paid.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: 300 * seconds, status: 'paid' },
    ],
  },
  {
    scenario: 'silent',
    digits: '26',
    description: 'Pending; from 10 seconds to a minute the acquirer does not answer; then paid.',
    timeline: [
      { afterMs: 0, status: 'pending' },
      { afterMs: 10 * seconds, status: 'pending', silent: true },
      { afterMs: 60 * seconds, status: 'paid' },
    ],
  },
  {
    scenario: 'contradictory',
    digits: '28',
    description: 'Paid; from 15 to 30 seconds the acquirer says that it is pending, then again that it is paid.',
    timeline: [
      { afterMs: 0, status: 'paid' },
      { afterMs: 15 * seconds, status: 'pending' },
      { afterMs: 30 * seconds, status: 'paid' },
    ],
  },
  {
    scenario: 'fee_later',
    digits: '32',
    description: 'Paid at once; its fee is known after 15 seconds.',
    timeline: [
      { afterMs: 0, status: 'paid', feeUnknown: true },
      { afterMs: 15 * seconds, status: 'paid' },
    ],
  },
];

/** @param digits the last two of a total in minor units */
export function scenarioOf(digits: string): PaymentScenario {
  return paymentScenarios.find((scenario) => scenario.digits === digits) ?? paidAtOnce;
}
