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
 * Keeps the head within a kilobyte, which is one write unit: the head stores a time of nine bytes for each of these
 * payouts, and every commit writes the head.
 */
export const maxVelocityPayouts = 60;

/** Caps on the amounts that payouts debit; days are UTC. */
const caps = () =>
  map({
    single: minorUnits().optional(),
    daily: minorUnits().optional(),
    perEndUserDaily: minorUnits().optional(),
  });

/** At most this many payouts in any period of this many minutes. */
const velocityCap = () =>
  map({
    payouts: number().validate((payouts: number) => payouts <= maxVelocityPayouts),
    minutes: number(),
  });

/**
 * The rules for an organization's payouts, as attributes of the organization. Each applies where it is set. Amounts are
 * minor units of its settlement currency.
 */
export const controls = {
  features: list(oneOf(...featureNames)).optional(),
  /** The organization's own caps. */
  limits: caps().optional(),
  /** The platform's caps. The lower one of both applies. */
  platformLimits: caps().optional(),
  /** The organization's own velocity cap. */
  velocity: velocityCap().optional(),
  /** The platform's velocity cap. Both apply. */
  platformVelocity: velocityCap().optional(),
  approvals: map({
    /** Payouts above this amount wait for approvers. */
    threshold: minorUnits().optional(),
    /** Payouts wait, too, when they would take the UTC day's total of payouts without a vote above this amount. */
    dailyThreshold: minorUnits().optional(),
    quorum: number(),
    /** User ids. */
    approvers: list(string()),
  }).optional(),
};
