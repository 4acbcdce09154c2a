import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { create, type Write } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * The first wallet of an organization whose address begins and ends with some digits, which is what people compare. Whoever sends cents from an
 * address that looks like a known one hopes that it will be copied from a history. The row stays when its recipient is retired, because the
 * history stays, too.
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

export function walletDigitsRead(organizationId: string, address: string) {
  const digits = `${address.slice(2, 6)}${address.slice(-4)}`.toLowerCase();
  return read(WalletDigitsEntity, { organizationId, digits });
}

interface NewWallet {
  readonly digits: ReturnType<typeof walletDigitsRead>;
  readonly address: string;
  readonly confirmAddress: string | undefined;
}

/**
 * Remembers the digits of a new wallet. The commit checks what was read, so of two wallets that are registered at once and look alike one is refused.
 * @throws ServiceError CONFLICT where another wallet has the digits, and the request does not repeat the whole address; VALIDATION_ERROR where it repeats it
 *   for nothing
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

/** Whoever repeats every address is never warned. */
function needlessRepetition(): ServiceError {
  const message = 'confirms an address that does not look like any other: omit it unless CONFLICT asks for it';
  return validationError([{ path: 'method.confirmAddress', message, code: 'invalid_value' }]);
}
