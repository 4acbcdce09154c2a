import * as z from 'zod';
import { CurrencyCode, Instant, Livemode } from '../../contract/fields.ts';
import type { RequestedAccount } from '../../payouts/approvals/present-approval.ts';
import { type Account, accountKinds, accountStatuses } from './account.ts';
import { cryptoAddressFields } from './crypto-address.ts';

const BankDetails = z.object({
  holderName: z.string().meta({ description: 'Who the account belongs to.' }),
  iban: z.string().optional().meta({ description: 'Without spaces; or else `accountNumber` and `routingCode`.' }),
  accountNumber: z.string().optional().meta({ description: 'Where there is no IBAN.' }),
  routingCode: z.string().optional().meta({ description: 'Names the bank beside `accountNumber`.' }),
  bic: z.string().optional().meta({ description: 'Where it was given.' }),
  bankName: z.string().optional().meta({ description: 'Where it was given.' }),
});

const CryptoDetails = z.object({
  token: cryptoAddressFields.token,
  chain: cryptoAddressFields.chain,
  address: z.string().meta({ description: 'With its checksum (EIP-55).' }),
});

export const AccountView = z
  .object({
    accountId: z.string().meta({ description: 'What `methods` of a link name.' }),
    kind: z.enum(accountKinds).meta({ description: 'How it is paid: by bank transfer or in tokens.' }),
    status: z.enum(accountStatuses).meta({
      description:
        '`pending` waits for approvers, and no link can name it yet. `removed`, or its approval ended otherwise.',
    }),
    currency: CurrencyCode,
    details: z.union([BankDetails, CryptoDetails]).meta({ description: 'What a buyer needs to pay into it.' }),
    createdBy: z
      .object({
        actorUserId: z.string().optional().meta({ description: 'The member; absent where a key registered it.' }),
      })
      .meta({ description: 'Who registered it.' }),
    approvalId: z.string().optional().meta({ description: 'The approval that it waits for, or waited for.' }),
    livemode: Livemode,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'CollectionAccount', description: 'A bank account or a crypto address that buyers pay into.' });

export type AccountBody = z.infer<typeof AccountView>;

/** The account as the API shows it. */
export function presentAccount(account: Account): AccountBody {
  const { accountId, kind, status, currency, details, createdBy, approvalId, livemode, createdAt, updatedAt } = account;
  return {
    accountId,
    kind,
    status,
    currency,
    details: JSON.parse(details),
    createdBy,
    ...(approvalId && { approvalId }),
    livemode,
    createdAt,
    updatedAt,
  };
}

/** What people vote on: all of it that a buyer reads. */
export function requestedAccount({ accountId, kind, currency, details }: Account): RequestedAccount {
  return { accountId, kind, currency, details: JSON.parse(details) };
}
