import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits } from '../ground/table/table.ts';

export const featureNames = ['mass_payouts', 'developer'] as const;

/** Caps in amounts. */
export const capNames = ['single', 'daily', 'perEndUserDaily'] as const;
export type CapName = (typeof capNames)[number];

/** What leaves the head within a kilobyte, a write unit: it keeps a time of nine bytes for each, and every commit pays for it. */
export const maxVelocityPayouts = 60;

/** Caps on what payouts debit; days are UTC. */
const caps = () =>
  map({
    single: minorUnits().optional(),
    daily: minorUnits().optional(),
    perEndUserDaily: minorUnits().optional(),
  });

/** So many payouts in any so many minutes. */
const velocityCap = () =>
  map({
    payouts: number().validate((payouts: number) => payouts <= maxVelocityPayouts),
    minutes: number(),
  });

/**
 * What an organization's payouts are held to, as attributes of it; each holds where it is set. Amounts are minor units of its
 * settlement currency.
 */
export const controls = {
  features: list(string().enum(...featureNames)).optional(),
  /** The organization's own caps. */
  limits: caps().optional(),
  /** The platform's caps. Of both the lower holds. */
  platformLimits: caps().optional(),
  /** The organization's own velocity cap. */
  velocity: velocityCap().optional(),
  /** The platform's. Both hold. */
  platformVelocity: velocityCap().optional(),
  approvals: map({
    /** Payouts above it wait for approvers. */
    threshold: minorUnits().optional(),
    /** Payouts that take what leaves on a UTC day without a vote above it wait, too. */
    dailyThreshold: minorUnits().optional(),
    quorum: number(),
    /** User ids. */
    approvers: list(string()),
  }).optional(),
};
