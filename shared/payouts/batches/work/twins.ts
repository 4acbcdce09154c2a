import { comparedForm } from '../../../ground/text/compared-form.ts';
import type { PayoutRequest } from '../../payout/payout-request.ts';
import type { LineFault } from '../batch/batch-item.ts';

/**
 * Lines that share a reference with an earlier line of the batch, or have the same content. The first one counts; the
 * others are probably mistakes (design, batches, twins in a run). Contents are compared, not texts.
 * @returns the fault of each such line, by its index
 */
export function findTwins(lines: readonly PayoutRequest[]): ReadonlyMap<number, LineFault> {
  const references = new Map<string, number>();
  const bodies = new Map<string, number>();
  const twins = new Map<number, LineFault>();
  for (const [index, written] of lines.entries()) {
    const line = asCompared(written);
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

/**
 * The content of a line in a comparable form: `10`, `10.0` and `10.00` are one amount, and texts are compared by their
 * form.
 */
function asCompared({
  amount,
  reference,
  endUserId,
  metadata,
  expectDestination,
  ...rest
}: PayoutRequest): PayoutRequest {
  return {
    ...rest,
    amount: shortest(amount),
    reference: reference === undefined ? undefined : comparedForm(reference),
    endUserId: endUserId === undefined ? undefined : comparedForm(endUserId),
    metadata: metadata && inOneOrder(metadata),
    expectDestination: expectDestination && {
      amount: shortest(expectDestination.amount),
      tolerance: shortest(expectDestination.tolerance),
    },
  };
}

function inOneOrder(metadata: Readonly<Record<string, string>>): Record<string, string> {
  const texts = Object.entries(metadata).map(([key, text]) => [key, comparedForm(text)] as const);
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A decimal without trailing zeros. */
function shortest(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

function twin(why: string): LineFault {
  const type = 'DUPLICATE_REQUEST_DETECTED';
  return {
    type,
    detail: `${why}; send X-Allow-Duplicate: true with the batch if it is meant`,
    code: 'duplicate_in_batch',
  };
}
