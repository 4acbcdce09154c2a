import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits } from '../table/table.ts';

export const featureNames = ['mass_payouts', 'developer'] as const;

/** What an organization's payouts are held to; a part is absent where it is not set. Amounts in its settlement currency. */
export const controls = map({
  features: list(string().enum(...featureNames)).optional(),
  limits: map({
    single: minorUnits().optional(),
    daily: minorUnits().optional(),
    perEndUserDaily: minorUnits().optional(),
  }).optional(),
  /** So many payouts in so many minutes. */
  velocity: map({ payouts: number(), minutes: number() }).optional(),
  approvals: map({
    threshold: minorUnits().optional(),
    quorum: number(),
    /** User ids. */
    approvers: list(string()),
  }).optional(),
});
