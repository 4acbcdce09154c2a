import { ServiceError } from '../../ground/errors/service-error.ts';
import { read } from '../../ground/table/expressions.ts';
import type { DepositTransfer } from '../../ports/deposit-chain.ts';
import { ScreeningUnavailable } from '../../ports/screening.ts';
import { ChainSilent, chainAnswer } from '../../ports/token-chain.ts';
import { type FundingTransfer, transfersTo } from '../funding/transfer.ts';
import type { Funding } from '../payout/funding.ts';
import { type Payout, PayoutEntity } from '../payout/payout.ts';
import { chainOf, mostTogether, type RecordingRuntime, recordTransfers } from './record-transfers.ts';

type PayoutKey = Pick<Payout, 'organizationId' | 'payoutId'>;

/** Result of judging parked transfers again. */
interface JudgedAgain {
  readonly token: string;
  /** At most 25 transfers, as they are now. */
  readonly transfers: readonly FundingTransfer[];
  /** Set if there are more transfers: call again. */
  readonly more: boolean;
}

/**
 * Judges parked transfers to the address of a payout as if they had just come: by the sanctions list and the treasuries as they are now.
 * @param hash of a transaction, in lower case: those that it brings are judged instead, also where no list has told them
 * @throws ServiceError NOT_FOUND; CONFLICT for a payout from the balance, and for a transaction that is not final or brings nothing;
 *   INTERNAL, as 503, where the chain or the list does not answer
 */
export async function judgeParked(
  runtime: RecordingRuntime,
  { organizationId, payoutId }: PayoutKey,
  hash?: string,
): Promise<JudgedAgain> {
  const key = { organizationId, payoutId };
  const [payout, recorded] = await Promise.all([runtime.store.get(read(PayoutEntity, key)), transfersTo(runtime, key)]);
  const lost = payout ? undefined : recorded.find((transfer) => transfer.lost)?.lost;
  if (!payout && !lost) throw new ServiceError('NOT_FOUND', 'no such payout');
  const place = payout?.funding ?? lost;
  if (!place) throw new ServiceError('CONFLICT', 'the payout is paid from the balance: it has no address');
  const { connectionId, contract, token } = place;
  const found = await answered(async () =>
    hash && payout?.funding ? broughtBy(runtime, payout.funding, hash) : parkedAmong(recorded),
  );
  const some = found.slice(0, mostTogether);
  if (some.length > 0)
    await answered(() =>
      recordTransfers(runtime, { ...key, connectionId, contract }, { transfers: some, again: true, lost }),
    );
  const places = new Set(some.map(placeOf));
  const transfers = (await transfersTo(runtime, key)).filter((transfer) => places.has(placeOf(transfer)));
  return { token, transfers, more: found.length > some.length };
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainSilent || error instanceof ScreeningUnavailable)) throw error;
    const detail = `${error.message}; nothing was changed`;
    throw new ServiceError('INTERNAL', detail, { status: 503, cause: error, retryAfterSeconds: 5 });
  }
}

async function broughtBy(runtime: RecordingRuntime, funding: Funding, hash: string): Promise<DepositTransfer[]> {
  const { connectionId, contract, address } = funding;
  const mined = await chainAnswer(() => chainOf(runtime).transaction({ connectionId, contract }, hash));
  if (!mined) throw new ServiceError('NOT_FOUND', 'no node has the transaction in a block');
  if (!mined.isFinal) throw new ServiceError('CONFLICT', 'the transaction is not final yet');
  const brought = mined.transfers.filter(({ to }) => to === address.toLowerCase());
  if (brought.length === 0)
    throw new ServiceError('CONFLICT', 'the transaction brings none of its token to the address of the payout');
  return brought;
}

/** Nobody asks where parked ones went: they are recorded as those of one payout. */
function parkedAmong(recorded: readonly FundingTransfer[]): DepositTransfer[] {
  const parked = recorded.filter(({ state }) => state === 'parked');
  const asItCame = ({ state: _, parkedFor: __, ...transfer }: FundingTransfer) => ({ ...transfer, to: '' });
  return parked.map(asItCame).sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

function placeOf({ hash, logIndex }: Pick<FundingTransfer, 'hash' | 'logIndex'>): string {
  return `${hash}#${logIndex}`;
}
