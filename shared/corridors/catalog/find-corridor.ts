import type { Corridor, RecipientField } from '../../ports/corridor.ts';

/**
 * The corridor that pays into a bank account (specification, Recipient: `country`, `method.currency`).
 * @param catalog corridors from one source currency
 * @returns undefined if there is none; codes are compared exactly, in upper case
 */
export function findCorridor<Found extends Corridor>(
  catalog: readonly Found[],
  wanted: { readonly country: string | undefined; readonly currency: string },
): Found | undefined {
  return catalog.find(
    ({ country, currency, methodKind }) =>
      methodKind === 'fiat' && country === wanted.country && currency === wanted.currency,
  );
}

/** @returns undefined if the catalog has no such id */
export function corridorById<Found extends Corridor>(catalog: readonly Found[], corridorId: string): Found | undefined {
  return catalog.find((candidate) => candidate.corridorId === corridorId);
}

/** The field that holds the account number. */
export function accountFieldOf({ recipientFields, accountField }: Corridor): RecipientField | undefined {
  return recipientFields.find(({ name }) => name === accountField);
}
