import { describe, type Output, type TableCall } from '../../../../local/table/call.ts';
import { type Item, keyText } from '../../../../local/table/item.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Witness } from './witness.ts';

/** Changes that a lagging index has not seen yet. */
const commitsBehind = 12;

/** What the index `due` says when it lags: the entries as they were some changes ago. */
export function behindIndex(call: TableCall, output: Output, witness: Witness, faults: FaultPlan): Output {
  if (!call.input.IndexName || !faults.strikes('indexLags', describe(call))) return output;
  const { ':shard': shard, ':until': until } = call.input.ExpressionAttributeValues;
  const recent = new Map<string, Item | undefined>();
  for (const { changes } of witness.commits.slice(-commitsBehind).reverse()) {
    for (const { key, before } of changes) recent.set(key, before);
  }
  const unchanged = (output.Items ?? []).filter((item: Item) => !recent.has(keyText(item)));
  const former = [...recent.values()].filter(
    (item) => item?.dueShard === shard && ((item?.dueSlot as number | undefined) ?? Number.POSITIVE_INFINITY) <= until,
  );
  return { ...output, Items: [...unchanged, ...former] };
}
