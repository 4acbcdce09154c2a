import * as z from 'zod';
import { Instant, openEnum } from '../../contract/fields.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type ApiKey, keySchemes, scopes } from '../../identity/api-key.ts';
import { linkDispositions } from '../../identity/link-disposition.ts';

/** A key as the API shows it. The public key is left out: whoever registered the key has it. */
export const ApiKeyView = z
  .object({
    id: z.string().meta({ description: 'Sent in X-Api-Key.', examples: ['akid_test_0mf3c2k8d1v9q7x4'] }),
    prefix: z.string().meta({ description: 'What audit rows show.', examples: ['svc_test_1v9q7x4a'] }),
    name: z.string().meta({ description: 'As it was given.' }),
    mode: z
      .enum(['live', 'sandbox'])
      .meta({ description: 'Of the organization: `live` moves money, `sandbox` does not.' }),
    scheme: z.enum(keySchemes).meta({ description: '`pem`: signs itself; `custody`: a custody provider stamps.' }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What it may do: `read` is in all of them.' }),
    allowedIps: z.array(z.string()).meta({ description: 'CIDR ranges that may use the key; empty: any.' }),
    issuedBy: z.string().meta({ description: 'The member who answers for the key, and for its successors.' }),
    createdAt: Instant,
    expiresAt: Instant,
    revokedAt: Instant.optional(),
    links: openEnum(linkDispositions)
      .optional()
      .meta({ description: '`keep`: the open payout links that it made were kept when it was revoked.' }),
    rotatedFrom: z.string().optional().meta({ description: 'The key that this one succeeds.' }),
  })
  .meta({ id: 'ApiKey', description: 'A registered public key. The private half is never here.' });

export type ApiKeyBody = z.infer<typeof ApiKeyView>;

export function presentApiKey(key: ApiKey): ApiKeyBody {
  const { id, prefix, name, mode, scheme, scopes, allowedIps, issuedBy, createdAt } = key;
  return {
    ...{ id, prefix, name, mode, scheme, scopes, allowedIps, issuedBy, createdAt },
    expiresAt: timestamp(key.expiresAt),
    ...(key.revokedAt !== undefined && { revokedAt: timestamp(key.revokedAt) }),
    ...(key.links !== undefined && { links: key.links }),
    ...(key.rotatedFrom !== undefined && { rotatedFrom: key.rotatedFrom }),
  };
}
