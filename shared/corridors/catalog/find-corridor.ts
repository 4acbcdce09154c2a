import type { Corridor, RecipientField } from '../../ports/corridor.ts';

/**
 * The corridor that pays a recipient's method (specification, Recipient: `country`, `method.currency`, `method.kind`).
 * @param catalog corridors from one source currency
 * @returns undefined when there is none; codes are compared exactly, upper-case.
 */
export function findCorridor<Found extends Corridor>(
  catalog: readonly Found[],
  wanted: { readonly country: string; readonly currency: string; readonly kind: string },
): Found | undefined {
  return catalog.find(
    ({ country, currency, methodKind }) =>
      country === wanted.country && currency === wanted.currency && methodKind === wanted.kind,
  );
}

/** @returns undefined when the catalog has no such id. */
export function corridorById<Found extends Corridor>(catalog: readonly Found[], corridorId: string): Found | undefined {
  return catalog.find((candidate) => candidate.corridorId === corridorId);
}

/** The field that holds the account number. */
export function accountFieldOf({ recipientFields, accountField }: Corridor): RecipientField | undefined {
  return recipientFields.find(({ name }) => name === accountField);
}
