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
 * can rely on it.
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
     * Present while the check after a restore keeps the organization suspended: when it last found a discrepancy, and
     * the restore point that it used. Milliseconds (docs/adr/0032).
     */
    restoreHold: map({ at: number(), since: number() }).optional(),
    /** Whether business verification is complete. Until then a live key can only read. */
    verified: boolean(),
    settlementCurrency: string(),
    /** Id of this customer's organization in the other mode. */
    counterpartId: string().optional(),
    /** The number of members who are owners. */
    owners: number().optional(),
    /** The number of webhook endpoints. Without any, no worker is started to deliver events. */
    webhookEndpoints: number().optional(),
    /**
     * The keys and people whose access was withdrawn recently, with the version that did it and the time in
     * milliseconds.
     */
    withdrawn: list(map({ credential: string(), version: number(), at: number() })).optional(),
    /**
     * Members who were removed together with their keys, and when, until all these keys have been ended: user ids,
     * milliseconds, and the decision about open payout links. Oldest first.
     */
    leavers: list(map({ userId: string(), at: number(), links: oneOf(...linkDispositions).optional() })).optional(),
    ...controls,
    /**
     * ISO 8601: since when payouts are counted per end user, whether or not a cap is in force. Absent if no cap per end
     * user was ever set, or an earlier release set it.
     */
    endUsersCountedSince: string().optional(),
    /**
     * The last reset of voters requested by operators. `stoppedAt`, in milliseconds, is set when an owner or voter has
     * stopped it.
     */
    voterReset: map({ approvalId: string(), stoppedAt: number().optional() }).optional(),
    /**
     * Whether `approvals` names its voters as this release requires. The previous release drops the attribute when it
     * writes.
     */
    votersNamed: boolean().optional(),
    /** The connection for new work, by slot, such as `chain/base`. Absent if there is none. */
    connections: record(string(), string()).optional(),
    createdAt: string(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'ORG' }),
});

export type Organization = FormattedItem<typeof OrganizationEntity>;
