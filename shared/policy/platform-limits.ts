import { ServiceError } from '../errors/service-error.ts';
import { formatAmount } from '../money/money.ts';
import type { Organization } from '../organizations/organization.ts';
import type { LimitChanges } from './changed-limits.ts';
import { capNames } from './controls.ts';

/**
 * Owners set caps within the platform's; one of their own that is lifted leaves the platform's.
 * @param after the organization as it would be
 * @param changes the caps that would change
 * @throws ServiceError BAD_REQUEST for one above the platform's
 */
export function refuseAbovePlatform(
  { limits = {}, platformLimits = {}, settlementCurrency }: Organization,
  changes: LimitChanges = {},
): void {
  for (const name of capNames) {
    const [own, platform] = [limits[name], platformLimits[name]];
    if (changes[name] === undefined || own === undefined || platform === undefined || own <= platform) continue;
    const cap = `${formatAmount(platform, settlementCurrency)} ${settlementCurrency}`;
    throw new ServiceError('BAD_REQUEST', `limits.${name}: above the platform's cap of ${cap}`);
  }
}
