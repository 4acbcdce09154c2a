import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { create, type Write } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * The first wallet of an organization whose address starts and ends with certain digits, which are the ones that people
 * compare. Attackers send cents from an address that looks like a known one and hope that it will be copied from a
 * history. The row stays when its recipient is retired, because the history stays, too.
 */
export const WalletDigitsEntity = new Entity({
  name: 'walletDigits',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    /** The first four and the last four digits, in lower case. */
    digits: string().key(),
    version: number(),
    /** With its checksum. */
    address: string(),
  }),
  computeKey: ({ organizationId, digits }: { organizationId: string; digits: string }) => ({
    pk: `RECIPIENT_BY#${organizationId}#wallet#${digits}`,
    sk: 'WALLET',
  }),
});

export function walletDigitsRef(organizationId: string, address: string) {
  const digits = `${address.slice(2, 6)}${address.slice(-4)}`.toLowerCase();
  return refTo(WalletDigitsEntity, { organizationId, digits });
}

interface NewWallet {
  readonly digits: ReturnType<typeof walletDigitsRef>;
  readonly address: string;
  readonly confirmAddress: string | undefined;
}

/**
 * Stores the digits of a new wallet. The commit checks what was read, so that of two look-alike wallets registered at
 * the same time one is refused.
 * @throws ServiceError CONFLICT if another wallet has the digits and the request does not repeat the complete address;
 * VALIDATION_ERROR if it repeats the address without need
 */
export function claimDigits(draft: JournalDraft, { digits, address, confirmAddress }: NewWallet): Write[] {
  const first = draft.lookUp(digits);
  if (confirmAddress !== undefined && (!first || first.address === address)) throw needlessRepetition();
  if (!first) return [create(WalletDigitsEntity, { ...digits.key, version: 1, address })];
  if (first.address === address || confirmAddress !== undefined) return [];
  throw new ServiceError(
    'CONFLICT',
    'another wallet of the organization has the same first four and last four digits, but is a different address',
    {
      resolution:
        'Someone may have created an address that looks like one you know. Compare all 40 digits with what the payee ' +
        'told you, then send the complete address again as method.confirmAddress.',
    },
  );
}

/** A caller who repeats every address would never be warned. */
function needlessRepetition(): ServiceError {
  const message = 'confirms an address that does not look like any other: omit it unless CONFLICT asks for it';
  return validationError([{ path: 'method.confirmAddress', message, code: 'invalid_value' }]);
}
