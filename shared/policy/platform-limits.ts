import { validationError } from '../errors/service-error.ts';
import { parseAmount } from '../money/money.ts';
import type { Organization } from '../organizations/organization.ts';

type Limits = NonNullable<Organization['limits']>;

/** Amounts in the settlement currency; null lifts a cap, one that is not named stays. */
export type LimitChanges = { readonly [Name in keyof Limits]?: string | null | undefined };

/**
 * The platform's caps as they are after a change.
 * @throws ServiceError VALIDATION_ERROR for an amount with more places than the settlement currency has
 */
export function platformLimitsOf(
  { settlementCurrency, platformLimits = {} }: Pick<Organization, 'settlementCurrency' | 'platformLimits'>,
  changes: LimitChanges,
): Limits {
  const changed = Object.entries(changes).map(([name, text]): [string, bigint | undefined] => {
    if (text === undefined) return [name, platformLimits[name as keyof Limits]];
    if (text === null) return [name, undefined];
    const minor = parseAmount(text, settlementCurrency);
    if (minor !== undefined) return [name, minor];
    const message = `has more places than ${settlementCurrency} has`;
    throw validationError([{ path: `limits.${name}`, message, code: 'invalid_format' }]);
  });
  return { ...platformLimits, ...Object.fromEntries(changed) };
}
