import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { create, removeIf } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Funding } from '../payout/funding.ts';

/** A payout that awaits funds and that a key requested without a vote: it ends when the key is revoked. */
export const OpenPayoutOfKeyEntity = new Entity({
  name: 'openPayoutOfKey',
  table,
  timestamps: false,
  schema: item({ organizationId: string().key(), apiKeyId: string().key(), payoutId: string().key() }),
  computeKey: ({ payoutId, ...key }: OpenPayoutKey) => ({ pk: openPayoutsPartition(key), sk: payoutId }),
});

interface OfKey {
  readonly organizationId: string;
  readonly apiKeyId: string;
}

interface OpenPayoutKey extends OfKey {
  readonly payoutId: string;
}

export function openPayoutsPartition({ organizationId, apiKeyId }: OfKey): string {
  return `OPEN_PAYOUTS#${organizationId}#${apiKeyId}`;
}

/** Limited because nodes are asked about each such address, and a revocation looks at each payout. */
export const mostOpenPayouts = 10_000;

/** @throws ServiceError BAD_REQUEST */
export function refuseTooManyOpen({ head }: Pick<JournalDraft, 'head'>): void {
  if ((head.awaitingFunds ?? 0) < mostOpenPayouts) return;
  throw new ServiceError(
    'BAD_REQUEST',
    `${mostOpenPayouts} payouts of the organization are already waiting for money`,
    {
      resolution: 'Fund payouts that wait, or cancel those that are not needed.',
    },
  );
}

type Open = { readonly organizationId: string; readonly payoutId: string; readonly funding: Funding };

/**
 * Counts a payout that begins to await funds, and lists it for its key.
 * @throws ServiceError BAD_REQUEST if the limit is reached
 */
export function beginOpen(draft: JournalDraft, { organizationId, payoutId, funding: { apiKeyId } }: Open): void {
  refuseTooManyOpen(draft);
  draft.keepCounts({ awaitingFunds: (draft.head.awaitingFunds ?? 0) + 1 });
  if (apiKeyId !== undefined) draft.write(create(OpenPayoutOfKeyEntity, { organizationId, apiKeyId, payoutId }));
}

/** Reverses `beginOpen`. Earlier releases did not count payouts, so theirs are not subtracted. */
export function endOpen(draft: JournalDraft, { organizationId, payoutId, funding }: Open): void {
  const { apiKeyId, isCounted } = funding;
  const { awaitingFunds = 0 } = draft.head;
  if (isCounted && awaitingFunds > 0) draft.keepCounts({ awaitingFunds: awaitingFunds - 1 });
  if (apiKeyId !== undefined)
    draft.write(removeIf(refTo(OpenPayoutOfKeyEntity, { organizationId, apiKeyId, payoutId }), {}));
}
