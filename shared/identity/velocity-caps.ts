import type { Organization } from './organization.ts';

type VelocityCap = NonNullable<Organization['velocity']>;
type Capped = Pick<Organization, 'velocity' | 'platformVelocity'>;

/** The velocity caps that hold: the organization's own and the platform's, each by itself, because neither need be the tighter. */
export function velocityCaps({ velocity, platformVelocity }: Capped): VelocityCap[] {
  return [velocity, platformVelocity].filter((cap) => cap !== undefined);
}

/** The one to show: the own, unless the platform's leaves it nothing to refuse. */
export function shownVelocity({ velocity, platformVelocity }: Capped): VelocityCap | undefined {
  if (!velocity || !platformVelocity) return velocity ?? platformVelocity;
  return isLooser(velocity, platformVelocity) ? platformVelocity : velocity;
}

/** Whether a cap refuses nothing that another one does not refuse, and is not the same. */
export function isLooser(cap: VelocityCap, other: VelocityCap): boolean {
  const isSame = cap.payouts === other.payouts && cap.minutes === other.minutes;
  return !isSame && cap.payouts >= other.payouts && cap.minutes <= other.minutes;
}

/** A cap as refusals name it: "5 payouts in 10 minutes". */
export function describeVelocity({ payouts, minutes }: VelocityCap): string {
  return `${counted(payouts, 'payout')} in ${counted(minutes, 'minute')}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
