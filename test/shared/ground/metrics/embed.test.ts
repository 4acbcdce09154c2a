import { Metrics } from '@aws-lambda-powertools/metrics';
import { describe, expect, test } from 'vitest';
import { labels, type Measurement, measurement, metrics } from '../../../../shared/ground/metrics/catalog.ts';
import { collecting, countOutcome, measure } from '../../../../shared/ground/metrics/collect.ts';
import { type MetricFields, metricLines } from '../../../../shared/ground/metrics/embed.ts';

const at = Date.parse('2026-03-01T12:00:00.000Z');
const latency = (ms: number, operation = 'createPayout') => measurement('ApiLatency', ms, { operation });
const payout = (payoutStatus: string, corridor = 'eur_de_iban') =>
  measurement('Payouts', 1, { payoutStatus, corridor });

/** The fields by which CloudWatch finds the values of each metric, as a line has them. */
function valuesIn({ _aws, ...fields }: MetricFields) {
  return _aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics: named }) =>
    named.map(({ Name, Unit }) => [Name, Unit, Dimensions, fields[Name]]),
  );
}

describe('the fields of a line that counts', () => {
  test.each<[string, Measurement[], (metrics: Metrics) => void]>([
    [
      'a value',
      [latency(12)],
      (one) => one.addDimensions({ operation: 'createPayout' }).addMetric('ApiLatency', 'Milliseconds', 12),
    ],
    ['a count without labels', [measurement('ClockDiffers', 1)], (one) => one.addMetric('ClockDiffers', 'Count', 1)],
    [
      'several values of one metric, and another',
      [measurement('CommitAttempts', 1), measurement('CommitAttempts', 3), measurement('DeliveryLag', 250)],
      (one) => {
        one.addMetric('CommitAttempts', 'Count', 1);
        one.addMetric('CommitAttempts', 'Count', 3);
        one.addMetric('DeliveryLag', 'Milliseconds', 250);
      },
    ],
  ])('are those that Powertools writes: %s', (_what, measured, add) => {
    const powertools = new Metrics({ namespace: 'Sluice', defaultDimensions: { stage: 'prod' } });
    add(powertools);
    const { _aws, service: _service, ...written } = powertools.serializeMetrics();
    const [line, ...more] = metricLines(at, measured);
    expect(more).toEqual([]);
    const sorted = (directives: readonly object[]) =>
      directives.map((one) => {
        const { Dimensions, ...rest } = one as { Dimensions: string[][] };
        return { ...rest, Dimensions: Dimensions.map((set) => set.filter((name) => name !== 'service').toSorted()) };
      });
    // Its list of metrics has one directive; where metrics have the same dimensions, ours has one too.
    expect({ stage: 'prod', ...line, _aws: sorted(line?._aws.CloudWatchMetrics ?? []) }).toEqual({
      ...written,
      _aws: sorted(_aws.CloudWatchMetrics),
    });
  });

  test('count an error by its operation and by its type, and not by both', () => {
    const error = measurement('ApiErrors', 1, { operation: 'createPayout', type: 'RATE_LIMITED' });
    const [line, ...more] = metricLines(at, [latency(12), error]);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ operation: 'createPayout', type: 'RATE_LIMITED', _aws: { Timestamp: at } });
    expect(valuesIn(line as MetricFields)).toEqual([
      ['ApiLatency', 'Milliseconds', [['stage', 'operation']], 12],
      [
        'ApiErrors',
        'Count',
        [
          ['stage', 'operation'],
          ['stage', 'type'],
        ],
        1,
      ],
    ]);
  });

  test('are spread over as many lines as one label has values', () => {
    const measured = [payout('pending'), measurement('CommitAttempts', 1), payout('completed'), payout('completed')];
    const lines = metricLines(at, [...measured, payout('completed', 'inr_in')]);
    expect(lines.map(({ payoutStatus, corridor, Payouts }) => [payoutStatus, corridor, Payouts])).toEqual([
      ['pending', 'eur_de_iban', 1],
      ['completed', 'eur_de_iban', [1, 1]],
      ['completed', 'inr_in', 1],
    ]);
    expect(lines[0]).toHaveProperty('CommitAttempts', 1);
  });

  test('have a hundred values of a metric at most', () => {
    const lags = Array.from({ length: 250 }, (_, index) => measurement('DeliveryLag', index));
    const values = metricLines(at, lags).map(({ DeliveryLag }) => DeliveryLag as number[]);
    expect(values.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(values.flat()).toEqual(lags.map(({ value }) => value));
  });

  test('are none where nothing was measured', () => {
    expect(metricLines(at, [])).toEqual([]);
  });
});

describe('the catalog', () => {
  test('tells metrics apart by labels with few values only, and uses each', () => {
    const used = Object.values(metrics).flatMap(({ by }) => by.flat());
    expect(new Set(used)).toEqual(new Set(labels));
  });
});

describe('what is collected', () => {
  test('is what the work itself measured, whatever runs beside it', async () => {
    const work = (operation: string) =>
      collecting(async (collected) => {
        measure(latency(1, operation));
        await new Promise(setImmediate);
        countOutcome('done');
        measure(latency(2, operation));
        return collected;
      });
    const [one, other] = await Promise.all([work('one'), work('other')]);
    expect(one).toEqual({
      measurements: [latency(1, 'one'), latency(2, 'one')],
      outcomes: { done: 1, postponed: 0, parked: 0 },
    });
    expect(other.measurements).toEqual([latency(1, 'other'), latency(2, 'other')]);
  });

  test('is nothing where nobody collects', () => {
    measure(latency(1));
    countOutcome('done');
    expect(collecting((collected) => collected.measurements)).toEqual([]);
  });
});
