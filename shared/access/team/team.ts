import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { roles } from '../../identity/roles.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * The number of members of an organization, and its open invitations. They share one small item, so that limits on both
 * are exact. Expired invitations are removed by the next change.
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
        /** SHA-256 hash of the token, in hexadecimal. The token itself is shown once and never stored. */
        tokenHash: string(),
        email: string(),
        role: oneOf(...roles),
        /** User id of the member who created the invitation. */
        invitedBy: string(),
        /** Milliseconds. */
        expiresAt: number(),
      }),
    ),
    /** Invitations mailed within the last day: hashes of addresses, and times in milliseconds. */
    invited: list(map({ addressHash: string(), at: number() })).optional(),
    /**
     * People who stopped being a voter or an owner in the last 30 days. They are notified when operators name other
     * voters.
     */
    former: list(
      map({
        userId: string(),
        /** Set when the person leaves. Until then, the member's row has the address. */
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

export function teamRef(organizationId: string) {
  return refTo(TeamEntity, { organizationId });
}

/** Returns the team in a draft, without expired invitations. */
export function teamIn(draft: JournalDraft): Team {
  const { organizationId } = draft.head;
  const team = draft.lookUp(teamRef(organizationId)) ?? { organizationId, version: 0, members: 0, invitations: [] };
  return { ...team, invitations: openInvitations(team, draft.now) };
}

/** Returns the invitations that can still be used. */
export function openInvitations({ invitations }: Pick<Team, 'invitations'>, now: number): Invitation[] {
  return invitations.filter(({ expiresAt }) => expiresAt > now);
}
