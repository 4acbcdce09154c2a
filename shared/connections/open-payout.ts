import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../ground/errors/service-error.ts';
import { refTo } from '../ground/table/expressions.ts';
import type { Store } from '../ground/table/store.ts';
import { table } from '../ground/table/table.ts';
import { putIf, removeIf, type Write } from '../ground/table/writes.ts';

interface OpenPayout {
  readonly connectionId: string;
  readonly payoutId: string;
}

/** A payout that is paid through a connection and is not over. The commit that creates the payout writes it, and the one that ends it removes it. */
const OpenPayoutEntity = new Entity({
  name: 'openPayout',
  table,
  timestamps: false,
  schema: item({ connectionId: string().key(), payoutId: string().key() }),
  computeKey: ({ connectionId, payoutId }: OpenPayout) => ({ pk: partitionOf(connectionId), sk: payoutId }),
});

function partitionOf(connectionId: string): string {
  return `OPEN_PAYOUT#${connectionId}`;
}

/** A restored payout may have its row already. */
export function openPayoutWrite({ connectionId, payoutId }: OpenPayout): Write {
  return putIf(OpenPayoutEntity, { connectionId, payoutId }, {});
}

export function endedPayoutWrite({ connectionId, payoutId }: OpenPayout): Write {
  return removeIf(refTo(OpenPayoutEntity, { connectionId, payoutId }), {});
}

/** More are not counted. */
const mostCounted = 1_000;

/**
 * Refuses to end a connection through which payouts are still paid. A payout that is accepted at the same moment is
 * paid there nevertheless, because it stores its connection.
 * @throws ServiceError CONFLICT
 */
export async function refuseOpenPayouts({ range }: Pick<Store, 'range'>, connectionId: string): Promise<void> {
  const bounds = { partition: partitionOf(connectionId), after: ' ', to: '~', limit: mostCounted };
  const { items, examinedTo } = await range(OpenPayoutEntity, bounds);
  if (items.length === 0) return;
  const count = examinedTo === undefined ? `${items.length}` : `${items.length} or more`;
  throw new ServiceError(
    'CONFLICT',
    `${connectionId} still has to pay ${count} ${count === '1' ? 'payout' : 'payouts'}`,
    {
      resolution: `Nothing was changed. Name another connection for its organizations, wait until these payouts have ended, then repeat the command.`,
    },
  );
}
