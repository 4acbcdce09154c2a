import * as z from 'zod';
import { accountKinds } from '../methods/methods.ts';

/** The content of an approval of kind `collection_account`: the account as buyers would pay into it. */
export const RequestedAccount = z
  .object({
    accountId: z.string().meta({ description: 'The account that becomes `active` once approved.' }),
    kind: z.string().meta({ description: `${accountKinds.map((kind) => `\`${kind}\``).join(' or ')}.` }),
    currency: z.string().meta({ description: 'The kind of payment that the account accepts.' }),
    details: z.record(z.string(), z.string()).meta({ description: 'The details as they were registered.' }),
  })
  .meta({ id: 'RequestedCollectionAccount', description: 'A collection account that waits for votes.' });

export type RequestedAccount = z.infer<typeof RequestedAccount>;
