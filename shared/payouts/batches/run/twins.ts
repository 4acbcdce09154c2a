import type { PayoutRequest } from '../../payout/payout-request.ts';
import type { LineFault } from '../batch/batch-item.ts';

/**
 * Lines that share a reference with an earlier line of the run, or are identical to one: the first counts, the others
 * are probably mistakes (design, batches, twins in a run).
 * @returns the fault of each such line, by its index
 */
export function findTwins(lines: readonly PayoutRequest[]): ReadonlyMap<number, LineFault> {
  const references = new Map<string, number>();
  const bodies = new Map<string, number>();
  const twins = new Map<number, LineFault>();
  for (const [index, line] of lines.entries()) {
    const body = JSON.stringify(line);
    const named = line.reference === undefined ? undefined : references.get(line.reference);
    const same = bodies.get(body);
    if (same !== undefined) twins.set(index, twin(`is identical to items[${same}]`));
    else if (named !== undefined)
      twins.set(index, { ...twin(`has the reference of items[${named}]`), path: 'reference' });
    if (line.reference !== undefined && named === undefined) references.set(line.reference, index);
    if (same === undefined) bodies.set(body, index);
  }
  return twins;
}

function twin(why: string): LineFault {
  const type = 'DUPLICATE_REQUEST_DETECTED';
  return {
    type,
    detail: `${why}; send X-Allow-Duplicate: true with the batch if it is meant`,
    code: 'duplicate_in_batch',
  };
}
