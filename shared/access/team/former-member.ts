import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import type { Member } from '../../identity/member.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * Who had invited a member, kept when the member is removed: being invited again, by somebody else, must not shorten the
 * list (docs/adr/0020). No time to live. Written from the removal on; members that an earlier release removed have none.
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
  }),
  computeKey: ({ organizationId, userId }: { organizationId: string; userId: string }) => ({
    pk: `FORMER_MEMBER#${organizationId}`,
    sk: userId,
  }),
});

type FormerMember = FormattedItem<typeof FormerMemberEntity>;

export function formerMemberRead(organizationId: string, userId: string) {
  return read(FormerMemberEntity, { organizationId, userId });
}

/** Keeps who invited a member who is being removed, and who had invited them before. */
export function keepInviters(draft: JournalDraft, { organizationId, userId, inviters = [] }: Member): void {
  const before = draft.lookUp(formerMemberRead(organizationId, userId));
  const all = [...new Set([...(before?.inviters ?? []), ...inviters])];
  if (all.length === (before?.inviters.length ?? 0)) return;
  const kept: FormerMember = { version: 1, ...before, organizationId, userId, inviters: all };
  draft.change(FormerMemberEntity, kept);
}
