import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, table } from '../table/table.ts';

/** What leaves the head within a kilobyte, a write unit. */
export const maxVelocityPayouts = 60;

function atMost(bound: number): (value: number) => boolean {
  return (value) => value <= bound;
}

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
    /** Caps on what payouts debit, minor units of the settlement currency; days are UTC. Each holds where it is set. */
    limits: map({
      single: minorUnits().optional(),
      daily: minorUnits().optional(),
      perEndUserDaily: minorUnits().optional(),
    }).optional(),
    /** So many payouts in any so many minutes. The head keeps a time of nine bytes for each, and every commit pays for it. */
    velocity: map({ payouts: number().validate(atMost(maxVelocityPayouts)), minutes: number() }).optional(),
    /** Payouts above the threshold wait for approvers, minor units of the settlement currency. */
    approvals: map({ threshold: minorUnits() }).optional(),
    createdAt: string(),
  }),
  computeKey: ({ organizationId }: { organizationId: string }) => ({ pk: `ORG#${organizationId}`, sk: 'ORG' }),
});

export type Organization = FormattedItem<typeof OrganizationEntity>;
