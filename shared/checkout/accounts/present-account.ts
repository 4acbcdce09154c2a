import * as z from 'zod';
import { CurrencyCode, Instant } from '../../contract/fields.ts';
import type { RequestedAccount } from '../../payouts/approvals/present-approval.ts';
import { type Account, accountKinds, accountStatuses } from './account.ts';
import { chains, tokens } from './crypto-address.ts';

const BankDetails = z.object({
  holderName: z.string(),
  iban: z.string().optional(),
  accountNumber: z.string().optional(),
  routingCode: z.string().optional(),
  bic: z.string().optional(),
  bankName: z.string().optional(),
});

const CryptoDetails = z.object({
  token: z.enum(tokens),
  chain: z.enum(chains),
  address: z.string().meta({ description: 'With its checksum (EIP-55).' }),
});

export const AccountView = z
  .object({
    accountId: z.string(),
    kind: z.enum(accountKinds),
    status: z.enum(accountStatuses).meta({
      description:
        '`pending` waits for approvers, and no link can name it yet. `removed`, or its approval ended otherwise.',
    }),
    currency: CurrencyCode,
    details: z.union([BankDetails, CryptoDetails]).meta({ description: 'What a buyer needs to pay into it.' }),
    createdBy: z.object({ actorUserId: z.string().optional() }),
    approvalId: z.string().optional().meta({ description: 'The approval that it waits for, or waited for.' }),
    livemode: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'CollectionAccount' });

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
