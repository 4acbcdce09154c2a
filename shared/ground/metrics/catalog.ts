export const metricNamespace = 'Sluice';

interface Definition {
  readonly unit: 'Count' | 'Milliseconds';
  /**
   * The labels that break the metric down, in addition to the stage. Each list is a separate set of metrics, and `[]`
   * is a single metric.
   */
  readonly by: readonly (readonly Label[])[];
}

/**
 * The labels of metrics. Each has few values, all of which are in the code, because CloudWatch bills every combination.
 * No label names an organization or one of its resources.
 */
export const labels = ['operation', 'type', 'kind', 'payoutStatus', 'corridor'] as const;
export type Label = (typeof labels)[number];

/**
 * Every metric that the service counts itself (docs/runbook.md, The metrics). A metric that must trigger an alarm at
 * its first occurrence has no labels, and is named like its alarm.
 */
export const metrics = {
  /** From the arrival of the event at the function to the answer. */
  ApiLatency: { unit: 'Milliseconds', by: [['operation']] },
  /** Answers with an error, whether caused by the caller or by us. */
  ApiErrors: { unit: 'Count', by: [['operation'], ['type']] },
  /** Answers with an error caused by us: 5xx except 501. */
  ApiFaults: { unit: 'Count', by: [['operation']] },
  /** How often a commit was decided and tried until it took effect, or gave up because of concurrent commits. */
  CommitAttempts: { unit: 'Count', by: [[]] },
  /** Payouts whose status a commit has changed. */
  Payouts: { unit: 'Count', by: [['payoutStatus', 'corridor']] },
  /** From the time of an event in the feed to the first attempt that a webhook endpoint accepted. */
  DeliveryLag: { unit: 'Milliseconds', by: [[]] },
  /** From the time that work was due, according to its hint, to its claim. */
  DueWorkLag: { unit: 'Milliseconds', by: [['kind']] },
  /** Differences found between clocks. */
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

/** Makes a measurement. Its labels are exactly those of the metric. */
export function measurement<Name extends MetricName>(
  name: Name,
  value: number,
  ...told: [LabelsOf<Name>] extends [never] ? [] : [labels: Readonly<Record<LabelsOf<Name>, string>>]
): Measurement {
  const [labels = {}] = told as [Measurement['labels']?];
  return { name, value, labels };
}
