import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { read } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { timestamp } from '../../ground/time/clock.ts';

/** What an operator may not do alone, as they asked for it. Only its state ever changes. */
export const ProposalEntity = new Entity({
  name: 'proposal',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    proposalId: string().key(),
    version: number(),
    status: stateOf('open', 'executed', 'rejected'),
    /** The operation, and its input as JSON text: what is executed. */
    operation: string(),
    input: string(),
    /** `operator:<identity>`. */
    proposedBy: string(),
    createdAt: string(),
    /** Milliseconds. */
    expiresAt: number(),
    /** Who confirmed or rejected it. */
    decidedBy: string().optional(),
    decidedAt: string().optional(),
    /** What the operation answered, JSON text. */
    result: string().optional(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, proposalId }: { organizationId: string; proposalId: string }) => ({
    pk: `PROPOSAL#${organizationId}`,
    sk: proposalId,
  }),
});

export type Proposal = FormattedItem<typeof ProposalEntity>;

/** The proposals of an organization that wait for a second operator. It bounds them. */
export const OpenProposalsEntity = new Entity({
  name: 'openProposals',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    /** `about` is what the proposal is for, where only one can be for it. */
    open: list(map({ proposalId: string(), expiresAt: number(), about: string().optional() })),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'PROPOSALS' }),
});

export type OpenProposals = FormattedItem<typeof OpenProposalsEntity>;

export function proposalRead(organizationId: string, proposalId: string) {
  return read(ProposalEntity, { organizationId, proposalId });
}

export function openProposalsRead(organizationId: string) {
  return read(OpenProposalsEntity, { organizationId });
}

/**
 * A proposal as operators see it: everything that would be executed, but what is sealed. Of that they see a hash, by which two of them can tell
 * that they mean the same.
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
