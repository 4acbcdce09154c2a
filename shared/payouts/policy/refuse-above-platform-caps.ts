import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { type CapName, capNames } from '../../identity/controls.ts';
import type { Organization } from '../../identity/organization.ts';
import { describeVelocity, isLooser } from '../../identity/velocity-caps.ts';
import type { PolicyChange } from './policy-change.ts';

/**
 * Refuses owners' caps that are above the platform's; if owners lift their own cap, the platform's applies. A cap that
 * the change does not name may be above, because the platform can lower its caps at any time.
 * @param after the organization as it would be
 * @throws ServiceError BAD_REQUEST naming the platform's cap
 */
export function refuseAbovePlatformCaps(after: Organization, { limits = {}, velocity }: PolicyChange): void {
  for (const name of capNames) if (limits[name] !== undefined) refuseHigherCap(after, name);
  if (velocity) refuseLooserVelocity(after);
}

function refuseHigherCap({ limits, platformLimits, settlementCurrency }: Organization, name: CapName): void {
  const [own, platform] = [limits?.[name], platformLimits?.[name]];
  if (own === undefined || platform === undefined || own <= platform) return;
  const cap = `${formatAmount(platform, settlementCurrency)} ${settlementCurrency}`;
  throw new ServiceError('BAD_REQUEST', `limits.${name}: above the platform's cap of ${cap}`);
}

function refuseLooserVelocity({ velocity, platformVelocity }: Organization): void {
  if (!velocity || !platformVelocity || !isLooser(velocity, platformVelocity)) return;
  throw new ServiceError('BAD_REQUEST', `velocity: above the platform's cap of ${describeVelocity(platformVelocity)}`);
}
