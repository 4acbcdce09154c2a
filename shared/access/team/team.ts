import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { roles } from '../../identity/roles.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * How many members an organization has, and its invitations that are neither spent nor revoked: one small item, so that both
 * can be bounded exactly. What has expired goes with the next change.
 */
export const TeamEntity = new Entity({
  name: 'team',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    members: number(),
    invitations: list(
      map({
        invitationId: string(),
        /** SHA-256 of the token, hexadecimal. The token itself is shown once and kept nowhere. */
        tokenHash: string(),
        email: string(),
        role: string().enum(...roles),
        /** The member's user id. */
        invitedBy: string(),
        /** Milliseconds. */
        expiresAt: number(),
      }),
    ),
    /** Whom mail has invited in the last day: hashes of addresses, milliseconds. */
    invited: list(map({ addressHash: string(), at: number() })).optional(),
    /** Who was a voter or an owner in the last 30 days: who is told when operators name other voters. */
    former: list(
      map({
        userId: string(),
        /** Of who has left; the others' rows tell. */
        email: string().optional(),
        wasVoter: boolean(),
        /** Milliseconds. */
        until: number(),
      }),
    ).optional(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'TEAM' }),
});

export const invitationLifetimeMs = 7 * 24 * 60 * 60 * 1000;

export type Team = FormattedItem<typeof TeamEntity>;
export type Invitation = Team['invitations'][number];

export function teamRead(organizationId: string) {
  return read(TeamEntity, { organizationId });
}

/** The team as a draft has it, without invitations that have expired. */
export function teamIn(draft: JournalDraft): Team {
  const { organizationId } = draft.head;
  const team = draft.lookUp(teamRead(organizationId)) ?? { organizationId, version: 0, members: 0, invitations: [] };
  return { ...team, invitations: openInvitations(team, draft.now) };
}

/** Invitations that may still be used. */
export function openInvitations({ invitations }: Pick<Team, 'invitations'>, now: number): Invitation[] {
  return invitations.filter(({ expiresAt }) => expiresAt > now);
}
