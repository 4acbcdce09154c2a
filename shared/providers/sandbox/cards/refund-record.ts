import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../ground/table/expressions.ts';
import { minorUnits, table } from '../../../ground/table/table.ts';
import type { RefundCall } from '../../../ports/card-acquirer.ts';
import { callHash, forgottenAt } from '../../records/memory-row.ts';

/**
 * What the sandbox's acquirer remembers about the refunds of a charge, in the second table. All are in one item, so
 * that together they never refund more than was charged.
 */
export const SandboxRefundsEntity = new Entity({
  name: 'sandboxRefunds',
  table,
  timestamps: false,
  schema: item({
    chargeId: string().key(),
    version: number(),
    refunds: list(
      map({
        key: string(),
        /** SHA-256 of the first call under the key. */
        call: string(),
        refundId: string(),
        amount: minorUnits(),
        refused: boolean(),
        /** Milliseconds. */
        askedAt: number(),
      }),
    ),
    ttl: number(),
  }),
  computeKey: ({ chargeId }: { chargeId: string }) => ({ pk: `SANDBOX_REFUNDS#${chargeId}`, sk: 'REFUNDS' }),
});

export type SandboxRefunds = FormattedItem<typeof SandboxRefundsEntity>;
export type SandboxRefund = SandboxRefunds['refunds'][number];

/** The capacity of the item. A payment has fewer refunds, and only the latest refusals are asked about again. */
const mostRemembered = 500;

export function refundsRef(chargeId: string) {
  return refTo(SandboxRefundsEntity, { chargeId });
}

/** What is remembered after another refund was requested. The oldest refusals are forgotten first. */
export function withAsked(known: SandboxRefunds | undefined, chargeId: string, asked: SandboxRefund): SandboxRefunds {
  const refunds = [...(known?.refunds ?? []), asked];
  const forgotten = refunds.length > mostRemembered ? refunds.find(({ refused }) => refused) : undefined;
  return {
    ...known,
    chargeId,
    version: (known?.version ?? 0) + 1,
    refunds: refunds.filter((one) => one !== forgotten),
    ttl: forgottenAt(asked.askedAt),
  };
}

export function hashOf(call: RefundCall): string {
  const { organizationId, paymentId, externalId, refundId, amount, currency, reason = '' } = call;
  return callHash([organizationId, paymentId, externalId, refundId, amount, currency, reason]);
}
