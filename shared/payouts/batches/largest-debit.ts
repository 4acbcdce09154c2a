import { corridorById } from '../../corridors/catalog/find-corridor.ts';
import { selfFundedCorridors, servedCorridors } from '../../corridors/catalog/served-corridors.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { convertBack, parseRate } from '../../ground/money/rate.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { asRejection } from '../pricing/price-payout.ts';
import type { Batch } from './batch/batch.ts';

/** People approve this much more than today's price, in percent. */
const marginPercent = 5n;

/**
 * The most that a batch may debit, or ask the organization to send itself: 5 percent above today's price with fees, in
 * minor units of the settlement currency (design, batches, approval). Asks for one price per corridor and leg, that of
 * the largest line, and counts its fee for every line.
 * @throws ServiceError BAD_REQUEST when a corridor is no longer served, PROVIDER_REJECTED
 * @throws Error when a rail cannot be asked now
 */
export async function largestDebitOf(
  runtime: Pick<Runtime<'prices'>, 'rails'>,
  organization: Organization,
  { requested }: Pick<Batch, 'requested'>,
): Promise<bigint> {
  const debits = await Promise.all(requested.map((total) => debitOf(runtime, organization, total)));
  const debit = debits.reduce((sum, one) => sum + one, 0n);
  return debit + (debit * marginPercent + 99n) / 100n;
}

async function debitOf(
  runtime: Pick<Runtime<'prices'>, 'rails'>,
  organization: Organization,
  { corridorId, amountLeg, count, amount, largest }: Batch['requested'][number],
): Promise<bigint> {
  if (amountLeg === 'source') return amount;
  const corridor = corridorById(
    [...servedCorridors(runtime, organization), ...selfFundedCorridors(runtime, organization)],
    corridorId,
  );
  const rail = corridor && runtime.rails(organization.mode)?.payouts[corridor.rail];
  if (!rail) throw new ServiceError('BAD_REQUEST', `no routing serves ${corridorId}`);
  const { rate, fee } = await rail.price(corridor, { amount: largest, leg: amountLeg }).catch(asRejection);
  const fees = fee * BigInt(count);
  if (amountLeg === 'source_net') return amount + fees;
  const exact = parseRate(rate, corridor.sourceCurrency, corridor.currency);
  if (!exact) throw new ServiceError('CURRENCY_PRECISION_MISMATCH', 'the routing returned a price in unexpected units');
  // Each line is rounded up to a whole minor unit.
  return convertBack(amount, exact) + fees + BigInt(count);
}
