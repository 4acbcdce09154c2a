import { describe, expect, it } from 'vitest';
import { ownMetric } from '../../lib/own-metric.ts';
import { errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { type Label, metrics } from '../../shared/ground/metrics/catalog.ts';
import { shownStatuses } from '../../shared/payouts/payout/transitions.ts';
import { dueKinds } from '../../shared/ports/due-kinds.ts';
import { sandboxCorridors } from '../../shared/providers/sandbox/corridors/catalog.ts';
import { declaredFunctions } from './support/synthesize.ts';

/** What CloudWatch asks for a metric that has values in every hour of a month, US dollars. */
const pricePerMetric = 0.3;

describe('the metrics that the service counts itself', () => {
  it('are found by what they are told apart by, and by nothing else', () => {
    const metric = ownMetric('prod', 'DueWorkLag', { statistic: 'p99', labels: { kind: 'rails' } });
    expect(metric).toMatchObject({
      namespace: 'Sluice',
      metricName: 'DueWorkLag',
      statistic: 'p99',
      dimensions: { stage: 'prod', kind: 'rails' },
    });
    expect(ownMetric('prod', 'DeliveryLag', { statistic: 'p99' }).dimensions).toEqual({ stage: 'prod' });
    expect(() => ownMetric('prod', 'DueWorkLag', { statistic: 'p99' })).toThrow('not counted');
    const byBoth = { operation: 'acceptQuote', type: 'INTERNAL' };
    expect(() => ownMetric('prod', 'ApiErrors', { statistic: 'Sum', labels: byBoth })).toThrow('not counted');
  });

  it('cost no more than the architecture decision says, whatever happens', async () => {
    const { endpoints } = await declaredFunctions();
    const values: Record<Label, number> = {
      operation: endpoints.length,
      type: Object.keys(errorCatalog).length,
      kind: dueKinds.length,
      payoutStatus: shownStatuses.length,
      corridor: sandboxCorridors.length,
    };
    const combinations = (set: readonly Label[]) => set.reduce((count, label) => count * values[label], 1);
    const most = Object.values(metrics).flatMap(({ by }) => by.map(combinations));
    expect(most.reduce((sum, count) => sum + count) * pricePerMetric).toBeLessThan(250);
  });
});
