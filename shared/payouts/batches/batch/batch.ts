import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { initiatorMap } from '../../../approvals/approval.ts';
import { refTo } from '../../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../../ground/table/known-values.ts';
import { minorUnits, table } from '../../../ground/table/table.ts';
import { storedTexts } from '../../../ground/text/compared-form.ts';
import type { DueKey } from '../../../journal/due/due-work.ts';
import { amountLegs } from '../../../ports/amount-leg.ts';
import { batchStatuses } from './statuses.ts';

/** Payouts submitted together (specification, Payout batch and item). */
export const BatchEntity = new Entity({
  name: 'batch',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    batchId: string().key(),
    version: number(),
    status: stateOf(...batchStatuses),
    externalReferenceId: string(),
    autoCommit: boolean(),
    /** Duplicate lines are intended: the request carried `X-Allow-Duplicate: true`. */
    allowDuplicates: boolean(),
    itemCount: number(),
    /** SHA-256 of the lines as they were stored. */
    linesHash: string(),
    /** Index of the next line to validate, or later to create. */
    position: number(),
    /** The number of lines in each status. They add up to `itemCount`. */
    counts: map({
      pending: number(),
      valid: number(),
      invalid: number(),
      created: number(),
      create_failed: number(),
    }),
    /** Totals of the valid lines by corridor and leg, in minor units of the leg's currency. */
    requested: list(
      map({
        corridorId: string(),
        amountLeg: oneOf(...amountLegs),
        currency: string(),
        /** Present if the organization funds the payouts itself. */
        funding: oneOf('self').optional(),
        count: number(),
        amount: minorUnits(),
        largest: minorUnits(),
      }),
    ),
    /**
     * What the created payouts took from the balance, fees included. Absent before the first one. Before creation
     * starts, only a restored batch has it, because payouts were written back to it.
     */
    debited: map({ currency: string(), amount: minorUnits(), fee: minorUnits() }).optional(),
    /** What the organization sends itself for the created payouts, fees included. Absent before the first one. */
    selfFunded: map({ currency: string(), count: number(), amount: minorUnits(), fee: minorUnits() }).optional(),
    createdBy: initiatorMap(),
    /** Absent if no confirmation was needed. */
    confirmedBy: initiatorMap().optional(),
    /** The approval that was requested last. */
    approvalId: string().optional(),
    /**
     * The most that the batch may debit and request in total, as people approved it. Present once they have approved
     * it.
     */
    largestDebit: minorUnits().optional(),
    /** Milliseconds: when lines were first skipped because they could not be priced. */
    unpricedSince: number().optional(),
    /** Milliseconds: when lines were first skipped because only a later release understands their data. */
    unknownSince: number().optional(),
    /** Why lines were skipped in the current pass over the batch. Removed at the end of the pass. */
    leftBehind: map({ unpriced: boolean(), unknown: boolean() }).optional(),
    livemode: boolean(),
    /** The ids of the batch's payouts are derived from it. */
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, batchId }: { organizationId: string; batchId: string }) => ({
    pk: batchPartition(organizationId),
    sk: batchId,
  }),
});

export type Batch = FormattedItem<typeof BatchEntity>;

/** Specification, Limits, Batch size. */
export const maxItems = 1_000;

export function batchPartition(organizationId: string): string {
  return `BATCH#${organizationId}`;
}

export function batchRef(organizationId: string, batchId: string) {
  return refTo(BatchEntity, { organizationId, batchId });
}

/** The key of a batch's due work: first its validation, later its creation. */
export function batchWork({ organizationId, batchId }: Pick<Batch, 'organizationId' | 'batchId'>): DueKey {
  return { organizationId, kind: 'batches', resourceId: batchId };
}

/**
 * The batch that has a reference. Written in the batch's commit, which makes the reference unique. A reference whose
 * form is a different text has two rows, because earlier releases look for it as it was sent.
 */
export const BatchReferenceEntity = new Entity({
  name: 'batchReference',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    externalReferenceId: string().key(),
    batchId: string(),
    version: number(),
  }),
  computeKey: ({ organizationId, externalReferenceId }: { organizationId: string; externalReferenceId: string }) => ({
    pk: `BATCH_REFERENCE#${organizationId}#${externalReferenceId}`,
    sk: 'BATCH',
  }),
});

export function batchReferenceRef(organizationId: string, externalReferenceId: string) {
  return refTo(BatchReferenceEntity, { organizationId, externalReferenceId });
}

/**
 * The texts under which a batch with this reference is found: the reference as it was sent, and its form if that is
 * different.
 */
export function batchReferenceRefs(organizationId: string, externalReferenceId: string) {
  return storedTexts(externalReferenceId).map((text) => batchReferenceRef(organizationId, text));
}

/** The rows that reserve a reference for a batch. */
export function batchReferenceRows({ organizationId, externalReferenceId, batchId }: Reference) {
  return storedTexts(externalReferenceId).map((text) => ({
    organizationId,
    externalReferenceId: text,
    batchId,
    version: 1,
  }));
}

type Reference = Pick<Batch, 'organizationId' | 'externalReferenceId' | 'batchId'>;
