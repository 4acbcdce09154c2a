import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { table } from '../ground/table/table.ts';
import { controls } from './controls.ts';

/** A customer's organization in one mode. Changed only by commits, so that a decision that read it with the head may rest on it. */
export const OrganizationEntity = new Entity({
  name: 'organization',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    name: string(),
    mode: string().enum('live', 'sandbox'),
    status: string().enum('active', 'suspended'),
    /** Business verification: before it a live key may only read. */
    verified: boolean(),
    settlementCurrency: string(),
    /** The same customer's organization in the other mode. */
    counterpartId: string().optional(),
    /** How many members are owners. */
    owners: number().optional(),
    /** How many webhook endpoints it has: with none, its events wake nobody. */
    webhookEndpoints: number().optional(),
    /** Whose access ended in the last minute. */
    withdrawn: list(map({ credential: string(), version: number(), at: number() })).optional(),
    /** Who was removed with their keys, when, until those have all been ended. User ids, milliseconds. */
    leavers: list(map({ userId: string(), at: number() })).optional(),
    ...controls,
    /** The reset of voters that operators asked for last; `stoppedAt`, milliseconds, where an owner or voter has stopped it. */
    voterReset: map({ approvalId: string(), stoppedAt: number().optional() }).optional(),
    /** Whether the names in `approvals` are kept: said by this release, and dropped with whatever the one before writes. */
    votersNamed: boolean().optional(),
    createdAt: string(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'ORG' }),
});

export type Organization = FormattedItem<typeof OrganizationEntity>;
