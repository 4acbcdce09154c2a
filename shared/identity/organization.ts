import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { record } from 'dynamodb-toolbox/schema/record';
import { string } from 'dynamodb-toolbox/schema/string';
import { oneOf, stateOf } from '../ground/table/known-values.ts';
import { table } from '../ground/table/table.ts';
import { controls } from './controls.ts';
import { linkDispositions } from './link-disposition.ts';

/**
 * A customer's organization in one mode. Only commits change it, so that a decision that read it together with the head
 * may rely on it.
 */
export const OrganizationEntity = new Entity({
  name: 'organization',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    version: number(),
    name: string(),
    mode: stateOf('live', 'sandbox'),
    status: stateOf('active', 'suspended'),
    /**
     * Present while the check after a restore keeps the organization suspended: when it last found something unsettled,
     * and the restore point from which it looked. Milliseconds (docs/adr/0032).
     */
    restoreHold: map({ at: number(), since: number() }).optional(),
    /** Whether business verification is complete. Until then a live key may only read. */
    verified: boolean(),
    settlementCurrency: string(),
    /** The same customer's organization in the other mode. */
    counterpartId: string().optional(),
    /** How many members are owners. */
    owners: number().optional(),
    /** How many webhook endpoints the organization has. With none, no worker is woken to deliver its events. */
    webhookEndpoints: number().optional(),
    /** The keys and persons whose access was withdrawn lately, with the version that did it and when, milliseconds. */
    withdrawn: list(map({ credential: string(), version: number(), at: number() })).optional(),
    /**
     * Members who were removed together with their keys, and when, until all these keys have been ended. User ids,
     * milliseconds, and what the removal said of open payout links. Oldest first.
     */
    leavers: list(map({ userId: string(), at: number(), links: oneOf(...linkDispositions).optional() })).optional(),
    ...controls,
    /**
     * ISO 8601: since when payouts are counted for end users, whether a cap holds now or not. Absent where no cap for each end user
     * was ever set, or an earlier release set it.
     */
    endUsersCountedSince: string().optional(),
    /**
     * The last reset of voters that operators asked for. `stoppedAt`, milliseconds, is set when an owner or voter has
     * stopped it.
     */
    voterReset: map({ approvalId: string(), stoppedAt: number().optional() }).optional(),
    /**
     * Whether `approvals` names its voters as this release requires. The previous release drops the attribute when it
     * writes.
     */
    votersNamed: boolean().optional(),
    /** Which connection serves what is new, by what it is for: `chain/base`. Absent: none does. */
    connections: record(string(), string()).optional(),
    createdAt: string(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'ORG' }),
});

export type Organization = FormattedItem<typeof OrganizationEntity>;
