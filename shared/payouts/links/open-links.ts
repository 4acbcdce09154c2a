import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { unknownOf } from '../../ground/table/unknown-attributes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/** The number of open payout links of an organization. Changed by the commits that open or end one. */
export const OpenPayoutLinksEntity = new Entity({
  name: 'openPayoutLinks',
  table,
  timestamps: false,
  schema: item({ organizationId: string().key(), version: number(), open: number() }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({
    pk: `OPEN_PAYOUT_LINKS#${organizationId}`,
    sk: 'COUNT',
  }),
});

/** A leaked key cannot bury the organization's links, and revoking a key has to examine each of them. */
export const mostOpenLinks = 10_000;

export function openLinksRef(organizationId: string) {
  return refTo(OpenPayoutLinksEntity, { organizationId });
}

/**
 * Counts a link that opens or ends.
 * @throws ServiceError BAD_REQUEST when there are too many
 */
export function countOpenLink(draft: JournalDraft, change: 1 | -1): void {
  const { organizationId } = draft.head;
  const found = draft.lookUp(openLinksRef(organizationId));
  const open = (found?.open ?? 0) + change;
  if (change > 0 && open > mostOpenLinks)
    throw new ServiceError('BAD_REQUEST', `the organization already has ${mostOpenLinks} open payout links`, {
      resolution: 'Cancel links that are not needed, or wait until some are claimed or expire.',
    });
  draft.change(OpenPayoutLinksEntity, { ...unknownOf(found), organizationId, version: found?.version ?? 0, open });
}
