import { discoverEndpoints } from '../../../../functions/discover.ts';
import { errorCatalog } from '../../../../shared/ground/errors/catalog.ts';
import { type Label, metrics } from '../../../../shared/ground/metrics/catalog.ts';
import { shownStatuses } from '../../../../shared/payouts/payout/transitions.ts';
import { dueKinds } from '../../../../shared/ports/due-kinds.ts';
import { sandboxCorridors } from '../../../../shared/providers/sandbox/corridors/catalog.ts';

/**
 * How many metrics of its own a stage can have at most, as CloudWatch bills them: each combination of labels is one. A metric is
 * billed for the hours in which it was counted, so a stage has as many as it has operations, errors and corridors in use.
 */
export async function countCustomMetrics(): Promise<number> {
  const values: Readonly<Record<Label, number>> = {
    operation: (await discoverEndpoints()).length,
    type: Object.keys(errorCatalog).length,
    kind: dueKinds.length,
    payoutStatus: shownStatuses.length,
    corridor: sandboxCorridors.length,
  };
  const sets = Object.values(metrics).flatMap(({ by }): readonly (readonly Label[])[] => by);
  return sets.reduce((sum, labels) => sum + labels.reduce((product, label) => product * values[label], 1), 0);
}
