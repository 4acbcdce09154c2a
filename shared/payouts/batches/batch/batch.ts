import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { initiatorMap } from '../../../approvals/approval.ts';
import { read } from '../../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../../ground/table/known-values.ts';
import { minorUnits, table } from '../../../ground/table/table.ts';
import { storedTexts } from '../../../ground/text/compared-form.ts';
import type { DueKey } from '../../../journal/due/due-work.ts';
import { amountLegs } from '../../../ports/amount-leg.ts';
import { batchStatuses } from './statuses.ts';

/** Payouts submitted as one run (specification, Payout batch and item). */
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
    /** Twins in the run are meant: its create carried `X-Allow-Duplicate: true`. */
    allowDuplicates: boolean(),
    itemCount: number(),
    /** SHA-256 of the lines as they were stored. */
    linesHash: string(),
    /** Index of the next line to validate, later to create. */
    position: number(),
    /** Lines by status; they add up to `itemCount`. */
    counts: map({
      pending: number(),
      valid: number(),
      invalid: number(),
      created: number(),
      create_failed: number(),
    }),
    /** What the lines found valid ask for, by corridor and leg: minor units of the leg's currency. */
    requested: list(
      map({
        corridorId: string(),
        amountLeg: oneOf(...amountLegs),
        currency: string(),
        /** Present where the organization funds the payouts itself. */
        funding: oneOf('self').optional(),
        count: number(),
        amount: minorUnits(),
        largest: minorUnits(),
      }),
    ),
    /**
     * What the created payouts took from the balance, fees included. Absent before the first. Before creation only a
     * restored run has it: payouts of it were written back.
     */
    debited: map({ currency: string(), amount: minorUnits(), fee: minorUnits() }).optional(),
    /** What the organization sends itself for the created payouts, fees included. Absent before the first. */
    selfFunded: map({ currency: string(), count: number(), amount: minorUnits(), fee: minorUnits() }).optional(),
    createdBy: initiatorMap(),
    /** Absent where no confirm was needed. */
    confirmedBy: initiatorMap().optional(),
    /** The last approval that was asked for. */
    approvalId: string().optional(),
    /** The most that the run may debit and ask for together, as people approved it. Present once they have. */
    largestDebit: minorUnits().optional(),
    /** Milliseconds: when lines were first left behind the others because they could not be priced. */
    unpricedSince: number().optional(),
    /** Milliseconds: when lines were first left behind the others because of what only a later release knows. */
    unknownSince: number().optional(),
    /** Why lines were left behind in the pass over the run that is under way. The end of the pass takes it away. */
    leftBehind: map({ unpriced: boolean(), unknown: boolean() }).optional(),
    livemode: boolean(),
    /** The ids of its payouts follow from it. */
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

export function batchRead(organizationId: string, batchId: string) {
  return read(BatchEntity, { organizationId, batchId });
}

/** Key of a run's due work: its validation first, later its creation. */
export function batchWork({ organizationId, batchId }: Pick<Batch, 'organizationId' | 'batchId'>): DueKey {
  return { organizationId, kind: 'batches', resourceId: batchId };
}

/**
 * The run that has a reference. A row of the run's commit, which makes the reference unique. A reference whose form is another
 * text has two, because earlier releases look for it as it was sent.
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

export function batchReferenceRead(organizationId: string, externalReferenceId: string) {
  return read(BatchReferenceEntity, { organizationId, externalReferenceId });
}

/** Under which a run with this reference is found: as it was sent, and then by its form where that is another text. */
export function batchReferenceReads(organizationId: string, externalReferenceId: string) {
  return storedTexts(externalReferenceId).map((text) => batchReferenceRead(organizationId, text));
}

/** The rows that give a run its reference. */
export function batchReferenceRows({ organizationId, externalReferenceId, batchId }: Reference) {
  return storedTexts(externalReferenceId).map((text) => ({
    organizationId,
    externalReferenceId: text,
    batchId,
    version: 1,
  }));
}

type Reference = Pick<Batch, 'organizationId' | 'externalReferenceId' | 'batchId'>;
