import * as z from 'zod';
import { accountRequests } from '../methods/methods.ts';

/** The body of `POST C/accounts` (design-second-half, Checkout, bank and crypto). */
export const AccountRequest = z.discriminatedUnion('kind', accountRequests).meta({
  id: 'RegisterCollectionAccount',
  description: 'A bank account or a crypto address that links can be paid into.',
});

export type AccountRequest = z.output<typeof AccountRequest>;
