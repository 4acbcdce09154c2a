import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import { create, type Write } from '../../ground/table/writes.ts';
import { storedTexts } from '../../ground/text/compared-form.ts';
import { listPosition } from '../../journal/rows/dated-row.ts';
import { failureCodes } from '../../ports/failure-codes.ts';
import { fundingAttribute } from './funding-attribute.ts';
import { givenAttribute } from './given.ts';
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
    status: stateOf(...payoutStatuses),
    failureCode: oneOf(...failureCodes).optional(),
    fundsReturned: boolean().optional(),
    requiresFunding: boolean(),
    /** Present if the organization funds the payout itself. */
    funding: fundingAttribute().optional(),
    given: givenAttribute(),
    recipientId: string(),
    destinationAccountId: string(),
    corridorId: string(),
    /**
     * The rail on which the payout was begun. It never changes: whatever serves the corridor later, this rail may have
     * paid it. Absent on payouts of releases that had only one rail.
     */
    rail: string().optional(),
    /** The connection of the vault that pays it, whatever the organization names later. Absent unless it pays a wallet. */
    connectionId: string().optional(),
    sourceAmount: minorUnits(),
    sourceCurrency: string(),
    destinationAmount: minorUnits(),
    destinationCurrency: string(),
    fee: minorUnits(),
    rate: string(),
    /** The approval that created the payout. */
    approvalId: string().optional(),
    /** The payout link whose claim created the payout. */
    payoutLinkId: string().optional(),
    /** What the link is rebuilt from if a restore has lost it, as the code of links writes it. */
    linkMemo: string().optional(),
    /** The batch that the payout is a line of, and the batch's reference. */
    batchId: string().optional(),
    batchReference: string().optional(),
    livemode: boolean(),
    /** How the payout was counted against the caps: on which UTC day, and for which end users. */
    counted: map({ day: string(), endUsers: list(string()) }).optional(),
    /**
     * Milliseconds, by the clock at the commit. `createdAt`, the journal's time, may be later. Absent on payouts of
     * earlier releases.
     */
    acceptedAt: number().optional(),
    /**
     * Milliseconds. Present if the payout was created long after the time in its id: the date at which the list of
     * payouts shows it.
     */
    datedAt: number().optional(),
    createdAt: string(),
    updatedAt: string(),
    /** Sequences of the payout's events, so that its feed needs no index. */
    eventSequences: list(number()),
    /** Positions of the payout's ledger rows, so that listing them needs no index. */
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

/**
 * Payouts with a reference, oldest first. The row is part of the payout's commit instead of an index, because callers
 * rely on it to decide whether a payout happened. If the compared form of a reference differs from its text, the payout
 * has two rows, because earlier releases look for the text as it was sent.
 */
export const PayoutReferenceEntity = new Entity({
  name: 'payoutReference',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    reference: string().key(),
    payoutId: string().key(),
    /** The payout's `datedAt`. */
    datedAt: number().key().optional(),
  }),
  computeKey: ({
    organizationId,
    reference,
    payoutId,
    datedAt,
  }: {
    organizationId: string;
    reference: string;
    payoutId: string;
    datedAt?: number | undefined;
  }) => ({
    pk: referencePartition(organizationId, reference),
    sk: listPosition({ id: payoutId, datedAt }),
  }),
});

export function referencePartition(organizationId: string, reference: string): string {
  return `REFERENCE#${organizationId}#${reference}`;
}

/** Writes that let a payout be found by its reference. */
export function referenceWrites({ organizationId, payoutId, datedAt, given: { reference } }: Payout): Write[] {
  const texts = reference === undefined ? [] : storedTexts(reference);
  return texts.map((text) => create(PayoutReferenceEntity, { organizationId, reference: text, payoutId, datedAt }));
}
