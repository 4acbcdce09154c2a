import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { timestamp } from '../../ground/time/clock.ts';

/** A request that an operator cannot execute alone. Only its state ever changes. */
export const ProposalEntity = new Entity({
  name: 'proposal',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    proposalId: string().key(),
    version: number(),
    status: stateOf('open', 'executed', 'rejected'),
    /** The operation, with its input as JSON text: exactly what is executed. */
    operation: string(),
    input: string(),
    /** `operator:<identity>`. */
    proposedBy: string(),
    createdAt: string(),
    /** Milliseconds. */
    expiresAt: number(),
    /** The operator who confirmed or rejected it. */
    decidedBy: string().optional(),
    decidedAt: string().optional(),
    /** The answer of the operation, as JSON text. */
    result: string().optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, proposalId }: { organizationId: string; proposalId: string }) => ({
    pk: `PROPOSAL#${organizationId}`,
    sk: proposalId,
  }),
});

export type Proposal = FormattedItem<typeof ProposalEntity>;

/** The proposals of an organization that wait for a second operator. Limits their number. */
export const OpenProposalsEntity = new Entity({
  name: 'openProposals',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    /** `about` is the subject of the proposal, if there can be only one proposal for it. */
    open: list(map({ proposalId: string(), expiresAt: number(), about: string().optional() })),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'PROPOSALS' }),
});

export type OpenProposals = FormattedItem<typeof OpenProposalsEntity>;

export function proposalRef(organizationId: string, proposalId: string) {
  return refTo(ProposalEntity, { organizationId, proposalId });
}

export function openProposalsRef(organizationId: string) {
  return refTo(OpenProposalsEntity, { organizationId });
}

/**
 * A proposal as operators see it: everything that would be executed, except sealed values. For those they see a hash,
 * by which two operators can tell that they mean the same.
 */
export function presentProposal(proposal: Proposal, now: number) {
  const { proposalId, status, operation, input, proposedBy, createdAt, expiresAt, decidedBy, decidedAt, result } =
    proposal;
  return {
    proposalId,
    status: status === 'open' && expiresAt <= now ? 'expired' : status,
    operation,
    input: withoutSealed(JSON.parse(input) as Readonly<Record<string, unknown>>),
    proposedBy,
    createdAt,
    expiresAt: timestamp(expiresAt),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(decidedAt !== undefined && { decidedAt }),
    ...(result !== undefined && { result: JSON.parse(result) as object }),
  };
}

function withoutSealed({ sealed, ...input }: Readonly<Record<string, unknown>>): object {
  return typeof sealed === 'string' ? { ...input, sealed: `sha256:${sha256Hex(sealed)}` } : input;
}

export type ProposalBody = ReturnType<typeof presentProposal>;
