import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { oneOf } from '../ground/table/known-values.ts';
import { minorUnits } from '../ground/table/table.ts';

export const featureNames = ['mass_payouts', 'developer'] as const;

/** Caps on amounts. */
export const capNames = ['single', 'daily', 'perEndUserDaily'] as const;
export type CapName = (typeof capNames)[number];

/**
 * Keeps the head within a kilobyte, which is one write unit. The head stores a time of nine bytes for each of these
 * payouts, and every commit writes the head.
 */
export const maxVelocityPayouts = 60;

/** Caps on the amounts that payouts debit. Days are UTC. */
const caps = () =>
  map({
    single: minorUnits().optional(),
    daily: minorUnits().optional(),
    perEndUserDaily: minorUnits().optional(),
  });

/** A maximum number of payouts within any period of this many minutes. */
const velocityCap = () =>
  map({
    payouts: number().validate((payouts: number) => payouts <= maxVelocityPayouts),
    minutes: number(),
  });

/**
 * The rules for an organization's payouts, as attributes of the organization. A rule applies if it is set. Amounts are
 * minor units of the settlement currency.
 */
export const controls = {
  features: list(oneOf(...featureNames)).optional(),
  /** The organization's own caps. */
  limits: caps().optional(),
  /** The platform's caps. The lower of the two applies. */
  platformLimits: caps().optional(),
  /** The organization's own velocity cap. */
  velocity: velocityCap().optional(),
  /** The platform's velocity cap. Both apply. */
  platformVelocity: velocityCap().optional(),
  approvals: map({
    /** Payouts above this amount wait for approval. */
    threshold: minorUnits().optional(),
    /** Payouts also wait if they would take the UTC day's total of payouts without a vote above this amount. */
    dailyThreshold: minorUnits().optional(),
    quorum: number(),
    /** User ids. */
    approvers: list(string()),
  }).optional(),
};
