import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { conditionOf, equals } from '../../ground/table/conditions.ts';
import { type Condition, type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { storedTexts } from '../../ground/text/compared-form.ts';
import type { Corridor, RecipientDetails } from '../../ports/corridor.ts';
import { accountIdentities } from '../catalog/account-identity.ts';
import { type RecipientLookup, RecipientLookupEntity } from './recipient.ts';

/** What finds a recipient, apart from its id. */
export interface FoundBy {
  readonly externalId?: string | undefined;
  /** Keys of its account, from `accountKeys`. */
  readonly accounts: readonly string[];
}

/**
 * Keys of an account's lookup rows: its own first, then the one that an earlier release may have stored. They are
 * hashes, so that no key reveals an account number.
 */
export function accountKeys(corridor: Corridor, details: RecipientDetails): string[] {
  return accountIdentities(corridor, details).map((identity) => sha256Hex(`${corridor.currency}\n${identity}`));
}

/**
 * The rows by which a recipient is found: by account first, and by external id as it was sent before its compared form.
 */
export function lookupRefs(
  organizationId: string,
  { accounts, externalId }: FoundBy,
): Readonly<Record<string, ItemRef<typeof RecipientLookupEntity>>> {
  const lookup = (by: RecipientLookup['by'], value: string) =>
    [`${by} ${value}`, refTo(RecipientLookupEntity, { organizationId, by, value })] as const;
  const texts = externalId === undefined ? [] : storedTexts(externalId);
  return Object.fromEntries([
    ...accounts.map((account) => lookup('account', account)),
    ...texts.map((text) => lookup('externalId', text)),
  ]);
}

/** Holds if a row still names the recipient. */
export function names(recipientId: string): Condition {
  return conditionOf<RecipientLookup>(equals({ recipientId }));
}
