import type { Organization } from './organization.ts';

type VelocityCap = NonNullable<Organization['velocity']>;
type Capped = Pick<Organization, 'velocity' | 'platformVelocity'>;

/** What the descriptions of a velocity cap say about counting. */
export const velocityCounts =
  'Counts every payout sent while a velocity cap was set, including those from batches and approvals and those that failed or were canceled afterwards.';

/** The velocity caps that apply: the organization's own and the platform's, because either can be the stricter one. */
export function velocityCaps({ velocity, platformVelocity }: Capped): VelocityCap[] {
  return [velocity, platformVelocity].filter((cap) => cap !== undefined);
}

/**
 * The velocity cap to show: the organization's own, unless the platform's cap refuses everything that it would refuse.
 */
export function shownVelocity({ velocity, platformVelocity }: Capped): VelocityCap | undefined {
  if (!velocity || !platformVelocity) return velocity ?? platformVelocity;
  return isLooser(velocity, platformVelocity) ? platformVelocity : velocity;
}

/** Whether a cap refuses only what another cap also refuses, and is not equal to it. */
export function isLooser(cap: VelocityCap, other: VelocityCap): boolean {
  const isSame = cap.payouts === other.payouts && cap.minutes === other.minutes;
  return !isSame && cap.payouts >= other.payouts && cap.minutes <= other.minutes;
}

/** A cap in the words of a refusal: "5 payouts in 10 minutes". */
export function describeVelocity({ payouts, minutes }: VelocityCap): string {
  return `${counted(payouts, 'payout')} in ${counted(minutes, 'minute')}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
