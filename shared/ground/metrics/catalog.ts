export const metricNamespace = 'Sluice';

interface Definition {
  readonly unit: 'Count' | 'Milliseconds';
  /** How it is told apart, besides by stage: each list is a set of metrics of its own, `[]` a single one. */
  readonly by: readonly (readonly Label[])[];
}

/**
 * What a metric may be told apart by. Each has few values, all named in the code: CloudWatch bills every combination.
 * Nothing names an organization or one of its resources.
 */
export const labels = ['operation', 'type', 'kind', 'payoutStatus', 'corridor'] as const;
export type Label = (typeof labels)[number];

/**
 * Every metric that the service counts itself (docs/runbook.md, The metrics). What must alarm at the first is a metric
 * without labels, named as its alarm is.
 */
export const metrics = {
  /** From the event's arrival at the function to the answer. */
  ApiLatency: { unit: 'Milliseconds', by: [['operation']] },
  /** Answers that tell an error, the caller's or ours. */
  ApiErrors: { unit: 'Count', by: [['operation'], ['type']] },
  /** Those that are our fault: 5xx, but no 501. */
  ApiFaults: { unit: 'Count', by: [['operation']] },
  /** How often a commit was decided and tried until it took effect, or gave up because others were first. */
  CommitAttempts: { unit: 'Count', by: [[]] },
  /** Payouts that a commit has brought into a status. */
  Payouts: { unit: 'Count', by: [['payoutStatus', 'corridor']] },
  /** From an event's time in the feed to the first attempt that a webhook endpoint accepted. */
  DeliveryLag: { unit: 'Milliseconds', by: [[]] },
  /** From when work was due, as its hint says, to its claim. */
  DueWorkLag: { unit: 'Milliseconds', by: [['kind']] },
  /** By how much clocks were found to disagree. */
  ClockDifference: { unit: 'Milliseconds', by: [[]] },
  ClockDiffers: { unit: 'Count', by: [[]] },
  JournalAhead: { unit: 'Count', by: [[]] },
  ProcessorContradicts: { unit: 'Count', by: [[]] },
  IntentUnsettled: { unit: 'Count', by: [[]] },
  TransferParked: { unit: 'Count', by: [[]] },
  TokenPaused: { unit: 'Count', by: [[]] },
  FundingLimited: { unit: 'Count', by: [[]] },
  FlushHindered: { unit: 'Count', by: [[]] },
  AcquirerDiffers: { unit: 'Count', by: [[]] },
  OutcomeUnknown: { unit: 'Count', by: [[]] },
  InternalError: { unit: 'Count', by: [[]] },
} as const satisfies Readonly<Record<string, Definition>>;

export type MetricName = keyof typeof metrics;

type LabelsOf<Name extends MetricName> = (typeof metrics)[Name]['by'][number][number];

/** One value of a metric. */
export interface Measurement {
  readonly name: MetricName;
  readonly value: number;
  readonly labels: Readonly<Partial<Record<Label, string>>>;
}

/** Makes a measurement. Its labels are those that the metric has, no more and no fewer. */
export function measurement<Name extends MetricName>(
  name: Name,
  value: number,
  ...told: [LabelsOf<Name>] extends [never] ? [] : [labels: Readonly<Record<LabelsOf<Name>, string>>]
): Measurement {
  const [labels = {}] = told as [Measurement['labels']?];
  return { name, value, labels };
}
