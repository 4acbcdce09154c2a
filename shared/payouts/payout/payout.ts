import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, table } from '../../ground/table/table.ts';
import { failureCodes } from '../../ports/failure-codes.ts';
import { payoutStatuses } from './transitions.ts';

/** Money on its way to a recipient. */
export const PayoutEntity = new Entity({
  name: 'payout',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    payoutId: string().key(),
    version: number(),
    status: string().enum(...payoutStatuses),
    failureCode: string()
      .enum(...failureCodes)
      .optional(),
    fundsReturned: boolean().optional(),
    requiresFunding: boolean(),
    reference: string().optional(),
    endUserId: string().optional(),
    recipientId: string(),
    destinationAccountId: string(),
    corridorId: string(),
    sourceAmount: minorUnits(),
    sourceCurrency: string(),
    destinationAmount: minorUnits(),
    destinationCurrency: string(),
    fee: minorUnits(),
    rate: string(),
    purposeOfPayment: string().optional(),
    /** The approval that it came of. */
    approvalId: string().optional(),
    livemode: boolean(),
    /** Where it was counted against the caps: on which UTC day, and for which end users; the release before says only whether. */
    counted: map({ day: string(), forEndUser: boolean(), endUsers: list(string()).optional() }).optional(),
    /** The clock at its commit, milliseconds; `createdAt`, the journal's time, may be later. Absent before this was kept. */
    acceptedAt: number().optional(),
    createdAt: string(),
    updatedAt: string(),
    /** Sequences of its own events, so that its feed needs no index. */
    eventSequences: list(number()),
    /** Positions of its own ledger rows, likewise. */
    ledgerPositions: list(string()),
  }),
  computeKey: ({ organizationId, payoutId }: { organizationId: string; payoutId: string }) => ({
    pk: payoutPartition(organizationId),
    sk: payoutId,
  }),
});

export type Payout = FormattedItem<typeof PayoutEntity>;

export function payoutPartition(organizationId: string): string {
  return `PAYOUT#${organizationId}`;
}

/** The payouts with a reference, oldest first. A caller who asks "did it happen?" decides from it, so it is no index. */
export const PayoutReferenceEntity = new Entity({
  name: 'payoutReference',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    reference: string().key(),
    payoutId: string().key(),
  }),
  computeKey: ({
    organizationId,
    reference,
    payoutId,
  }: {
    organizationId: string;
    reference: string;
    payoutId: string;
  }) => ({
    pk: referencePartition(organizationId, reference),
    sk: payoutId,
  }),
});

export function referencePartition(organizationId: string, reference: string): string {
  return `REFERENCE#${organizationId}#${reference}`;
}
