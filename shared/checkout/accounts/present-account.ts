import * as z from 'zod';
import { CurrencyCode, Instant, Livemode } from '../../contract/fields.ts';
import { accountDetails, accountKinds } from '../methods/methods.ts';
import { type Account, accountStatuses } from './account.ts';
import type { RequestedAccount } from './requested-account.ts';

export const AccountView = z
  .object({
    accountId: z.string().meta({ description: 'The id to use in the `methods` of a link.' }),
    kind: z.enum(accountKinds).meta({ description: 'How the account is paid: by bank transfer or in tokens.' }),
    status: z.enum(accountStatuses).meta({
      description:
        '`pending`: waits for approval, and links cannot use it yet. `removed`: was removed, or its approval was not granted.',
    }),
    currency: CurrencyCode,
    details: z.union(accountDetails).meta({ description: 'What a buyer needs to pay into the account.' }),
    createdBy: z
      .object({
        actorUserId: z.string().optional().meta({ description: 'The member. Absent if a key registered the account.' }),
      })
      .meta({ description: 'Who registered the account.' }),
    approvalId: z.string().optional().meta({ description: 'The approval that the account waits for, or waited for.' }),
    livemode: Livemode,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'CollectionAccount', description: 'A bank account or a crypto address that buyers pay into.' });

export type AccountBody = z.infer<typeof AccountView>;

/** Returns the account as the API shows it. */
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

/** Returns the content that people vote on: everything that a buyer will see. */
export function requestedAccount({ accountId, kind, currency, details }: Account): RequestedAccount {
  return { accountId, kind, currency, details: JSON.parse(details) };
}
