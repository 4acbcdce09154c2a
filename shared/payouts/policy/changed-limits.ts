import { readAmount } from '../../ground/money/read-amount.ts';
import { unknownOf } from '../../ground/table/unknown-attributes.ts';
import { type CapName, capNames } from '../../identity/controls.ts';
import type { Organization } from '../../identity/organization.ts';

export type Limits = NonNullable<Organization['limits']>;

/** Amounts in the settlement currency. null lifts a cap, and a cap that is not named stays unchanged. */
export type LimitChanges = { readonly [Name in CapName]?: string | null | undefined };

/**
 * The caps after a change, either the organization's own or the platform's.
 * @throws ServiceError VALIDATION_ERROR for an amount with more decimal places than the currency has
 */
export function changedLimits(before: Limits = {}, changes: LimitChanges, currency: string): Limits {
  const after = (name: CapName) => {
    const amount = changes[name];
    if (amount === undefined) return before[name];
    return amount === null ? undefined : readAmount(amount, currency, `limits.${name}`);
  };
  return { ...unknownOf(before), ...Object.fromEntries(capNames.map((name) => [name, after(name)])) };
}
