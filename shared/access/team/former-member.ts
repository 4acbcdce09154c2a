import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * Stores the inviters of a removed member, so that a new invitation by another member does not shorten the list
 * (docs/adr/0020), and the memberships whose payout links stayed open (docs/adr/0118). The row never expires. Members
 * removed by an earlier release have none.
 */
export const FormerMemberEntity = new Entity({
  name: 'formerMember',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    userId: string().key(),
    version: number(),
    /** The inviters' user ids, copied from the member's row. */
    inviters: list(string()),
    /**
     * For each removal that kept the member's payout links: the versions of the organization when the person joined and
     * when they were removed.
     */
    keptLinks: list(map({ joined: number(), removed: number() })).optional(),
  }),
  computeKey: ({ organizationId, userId }: { organizationId: string; userId: string }) => ({
    pk: `FORMER_MEMBER#${organizationId}`,
    sk: userId,
  }),
});

export type FormerMember = FormattedItem<typeof FormerMemberEntity>;

export function formerMemberRef(organizationId: string, userId: string) {
  return refTo(FormerMemberEntity, { organizationId, userId });
}

/** More often than any person is removed and invited again. Limits the size of the row. */
const maxKept = 20;

/**
 * Stores the past and current inviters of a member who is being removed, and whether their payout links stay open. A
 * row without `joinedVersion` is older than payout links, so all of the person's links belong to this membership.
 * @throws ServiceError BAD_REQUEST when links of this person were kept too often
 */
export function rememberFormerMember(
  draft: JournalDraft,
  organization: Organization,
  { organizationId, userId, inviters = [], joinedVersion = 0 }: Member,
  links: LinkDisposition | undefined,
): void {
  const before = draft.lookUp(formerMemberRef(organizationId, userId));
  const all = [...new Set([...(before?.inviters ?? []), ...inviters])];
  const { keptLinks = [] } = before ?? {};
  if (links !== 'keep' && all.length === (before?.inviters.length ?? 0)) return;
  if (links === 'keep' && keptLinks.length >= maxKept)
    throw new ServiceError(
      'BAD_REQUEST',
      `payout links of one person can be kept at most ${maxKept} times; leave out links=keep`,
    );
  const membership = { joined: joinedVersion, removed: organization.version };
  const former: FormerMember = {
    version: 1,
    ...before,
    ...{ organizationId, userId, inviters: all },
    ...(links === 'keep' && { keptLinks: [...keptLinks, membership] }),
  };
  draft.change(FormerMemberEntity, former);
}

/**
 * Tells whether a removed person's payout links stayed open.
 * @param version of the organization when the links were created, which identifies the membership
 */
export function keptLinksOf(former: Pick<FormerMember, 'keptLinks'> | undefined, version: number): boolean {
  return former?.keptLinks?.some(({ joined, removed }) => joined <= version && version <= removed) ?? false;
}
