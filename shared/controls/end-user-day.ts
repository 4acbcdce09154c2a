import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import type { Organization } from '../organizations/organization.ts';
import { type Read, read } from '../table/expressions.ts';
import { minorUnits, table } from '../table/table.ts';
import { effectiveLimits, type Limited } from './effective-limits.ts';

/**
 * What was sent for one end user on the last day on which anything was. Kept only where a cap asks for it; its day tells
 * whether it still counts, so that nothing depends on when it is removed.
 */
export const EndUserDayEntity = new Entity({
  name: 'endUserDay',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    endUserId: string().key(),
    version: number(),
    /** UTC: `2026-03-01`. */
    day: string(),
    /** Minor units of the settlement currency. */
    amount: minorUnits(),
    ttl: number(),
  }),
  computeKey: ({ organizationId, endUserId }: { organizationId: string; endUserId: string }) => ({
    pk: `END_USER#${organizationId}#${endUserId}`,
    sk: 'DAY',
  }),
});

export type EndUserDay = FormattedItem<typeof EndUserDayEntity>;

export function endUserDayRead(organizationId: string, endUserId: string) {
  return read(EndUserDayEntity, { organizationId, endUserId });
}

/** What a decision about a payout will look up, as far as the request tells: read with the rest, it costs no call of its own. */
export function endUserLookUps(
  organization: Limited & Pick<Organization, 'organizationId'>,
  endUserId: string | undefined,
): Read[] {
  if (effectiveLimits(organization).perEndUserDaily === undefined || endUserId === undefined) return [];
  return [endUserDayRead(organization.organizationId, endUserId)];
}
