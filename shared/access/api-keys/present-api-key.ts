import * as z from 'zod';
import { Instant, openEnum } from '../../contract/fields.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type ApiKey, keySchemes, scopes } from '../../identity/api-key.ts';
import { linkDispositions } from '../../identity/link-disposition.ts';

/** A key as the API shows it. The public key is omitted, because the person who registered the key has it. */
export const ApiKeyView = z
  .object({
    id: z.string().meta({ description: 'Send it in `X-Api-Key`.', examples: ['akid_test_0mf3c2k8d1v9q7x4'] }),
    prefix: z.string().meta({ description: 'The short form shown in audit events.', examples: ['svc_test_1v9q7x4a'] }),
    name: z.string().meta({ description: 'The name that was given to the key.' }),
    mode: z
      .enum(['live', 'sandbox'])
      .meta({ description: 'The mode of the organization: `live` moves money, `sandbox` does not.' }),
    scheme: z.enum(keySchemes).meta({
      description: '`pem`: the holder signs with the private key. `custody`: a key-custody provider stamps requests.',
    }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'The scopes of the key. `read` is always included.' }),
    allowedIps: z
      .array(z.string())
      .meta({ description: 'CIDR ranges that may use the key. Empty if any address may.' }),
    issuedBy: z.string().meta({ description: 'The member who is responsible for the key and its successors.' }),
    createdAt: Instant,
    expiresAt: Instant,
    revokedAt: Instant.optional(),
    links: openEnum(linkDispositions)
      .optional()
      .meta({ description: '`keep`: the open payout links created by the key were kept when it was revoked.' }),
    rotatedFrom: z.string().optional().meta({ description: 'The key that this one replaces.' }),
  })
  .meta({ id: 'ApiKey', description: 'A registered public key. The service never holds the private key.' });

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
