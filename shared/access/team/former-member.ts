import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import type { LinkDisposition } from '../../identity/link-disposition.ts';
import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * Who had invited a member, kept when the member is removed: being invited again, by somebody else, must not shorten the
 * list (docs/adr/0020). Also the memberships whose payout links stayed open (docs/adr/0118). No time to live. Written from the
 * removal on; members that an earlier release removed have none.
 */
export const FormerMemberEntity = new Entity({
  name: 'formerMember',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    userId: string().key(),
    version: number(),
    /** User ids, as the member's row had them. */
    inviters: list(string()),
    /** Versions of the organization under which the person joined and was removed, of each removal that kept their payout links. */
    keptLinks: list(map({ joined: number(), removed: number() })).optional(),
  }),
  computeKey: ({ organizationId, userId }: { organizationId: string; userId: string }) => ({
    pk: `FORMER_MEMBER#${organizationId}`,
    sk: userId,
  }),
});

export type FormerMember = FormattedItem<typeof FormerMemberEntity>;

export function formerMemberRead(organizationId: string, userId: string) {
  return read(FormerMemberEntity, { organizationId, userId });
}

/** More often than anybody is removed and invited again. It bounds the row. */
const maxKept = 20;

/**
 * Remembers of a member who is being removed who invited them, now and before, and whether their payout links stay open.
 * A row without `joinedVersion` is older than payout links, so that all of the person's links were made in this membership.
 * @throws ServiceError BAD_REQUEST when links of this person were kept too often
 */
export function rememberFormerMember(
  draft: JournalDraft,
  organization: Organization,
  { organizationId, userId, inviters = [], joinedVersion = 0 }: Member,
  links: LinkDisposition | undefined,
): void {
  const before = draft.lookUp(formerMemberRead(organizationId, userId));
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
 * Whether a removed person's payout links stayed open.
 * @param version of the organization, under which the links were made: it tells in which membership
 */
export function keptLinksOf(former: Pick<FormerMember, 'keptLinks'> | undefined, version: number): boolean {
  return former?.keptLinks?.some(({ joined, removed }) => joined <= version && version <= removed) ?? false;
}
