import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { roles } from '../../identity/roles.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * An organization's number of members, and its invitations that are neither used nor revoked. It is one small item, so
 * that both can be limited exactly. Expired invitations are removed with the next change.
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
        role: oneOf(...roles),
        /** The member's user id. */
        invitedBy: string(),
        /** Milliseconds. */
        expiresAt: number(),
      }),
    ),
    /** Invitations that were mailed in the last day: hashes of addresses, and times in milliseconds. */
    invited: list(map({ addressHash: string(), at: number() })).optional(),
    /**
     * People who stopped being a voter or an owner in the last 30 days. They are told when operators name other voters.
     */
    former: list(
      map({
        userId: string(),
        /** Set at the latest when the person leaves; until then the member's row has the address. */
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
