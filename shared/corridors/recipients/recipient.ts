import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { record } from 'dynamodb-toolbox/schema/record';
import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { CountryCode, CurrencyCode, Instant } from '../../contract/fields.ts';
import { oneOf, stateOf, UnknownValue } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import type { Corridor } from '../../ports/corridor.ts';
import { maskRecipientDetails } from '../catalog/account-identity.ts';
import { corridorById } from '../catalog/catalog.ts';

export const recipientTypes = ['individual', 'business'] as const;
/** Which kinds of method are stored. */
const storedKinds = ['fiat'] as const;
/** How a caller may ask to have a recipient paid. No corridor pays crypto yet, so no crypto method is stored. */
export const methodKinds = ['fiat', 'crypto'] as const;
export const recipientStatuses = ['active', 'blocked'] as const;

/** A registered payee. Its details never change; another account is another recipient. */
export const RecipientEntity = new Entity({
  name: 'recipient',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    recipientId: string().key(),
    version: number(),
    type: oneOf(...recipientTypes),
    name: string(),
    country: string(),
    externalId: string().optional(),
    endUserId: string().optional(),
    /** `blocked`: refused by screening. Every payout to it is refused. */
    status: stateOf(...recipientStatuses),
    methods: list(
      map({
        destinationAccountId: string(),
        kind: oneOf(...storedKinds),
        currency: string(),
        corridorId: string(),
        recipientDetails: record(string(), string()),
      }),
    ),
    createdAt: string(),
  }),
  computeKey: ({ organizationId, recipientId }: { organizationId: string; recipientId: string }) => ({
    pk: recipientPartition(organizationId),
    sk: recipientId,
  }),
});

export type Recipient = FormattedItem<typeof RecipientEntity>;
export type PaymentMethod = Recipient['methods'][number];

/**
 * Refuses to pay to an account of a kind that only a later release knows how to pay to.
 * @throws UnknownValue
 */
export function refuseUnknownKind({ kind }: PaymentMethod): void {
  if (!storedKinds.includes(kind)) throw new UnknownValue(RecipientEntity, 'kind of a method');
}

export function recipientPartition(organizationId: string): string {
  return `RECIPIENT#${organizationId}`;
}

/**
 * Says which recipient has an external id or an account. It is written with the recipient, so that each belongs to one
 * only.
 */
export const RecipientLookupEntity = new Entity({
  name: 'recipientLookup',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    by: oneOf('externalId', 'account').key(),
    value: string().key(),
    recipientId: string(),
  }),
  computeKey: ({ organizationId, by, value }: { organizationId: string; by: string; value: string }) => ({
    pk: `RECIPIENT_BY#${organizationId}#${by}#${value}`,
    sk: 'RECIPIENT',
  }),
});

export const RecipientView = z
  .object({
    recipientId: z.string().meta({ description: 'Names the recipient in paths and in payouts.' }),
    type: z.enum(recipientTypes).meta({ description: 'A person or a company.' }),
    name: z.string().meta({ description: 'The holder of the account.' }),
    country: CountryCode,
    externalId: z.string().optional().meta({ description: 'Your key; absent where none was given.' }),
    endUserId: z.string().optional().meta({ description: 'The person on whose behalf is paid; payouts carry it.' }),
    status: z
      .enum(recipientStatuses)
      .meta({ description: '`blocked`: screening refused it, and every payout to it is refused.' }),
    methods: z
      .array(
        z.object({
          destinationAccountId: z.string().meta({ description: 'What quotes and payouts name.' }),
          kind: z.enum(storedKinds).meta({ description: 'How it is paid.' }),
          currency: CurrencyCode,
          recipientDetails: z
            .record(z.string(), z.string())
            .meta({ description: 'As registered; account numbers show their last four characters.' }),
        }),
      )
      .meta({ description: 'Its accounts; one so far.' }),
    createdAt: Instant,
  })
  .meta({
    id: 'Recipient',
    description: 'A payee and their account. It never changes: another account is another recipient.',
  });

export type RecipientBody = z.infer<typeof RecipientView>;

/** The recipient as the API shows it (specification, Recipient). */
export function presentRecipient(recipient: Recipient, corridors: readonly Corridor[]): RecipientBody {
  const { recipientId, type, name, country, externalId, endUserId, status, methods, createdAt } = recipient;
  return {
    recipientId,
    type,
    name,
    country,
    ...(externalId && { externalId }),
    ...(endUserId && { endUserId }),
    status,
    methods: methods.map(({ destinationAccountId, kind, currency, corridorId, recipientDetails }) => ({
      destinationAccountId,
      kind,
      currency,
      recipientDetails: masked(corridorById(corridors, corridorId), recipientDetails),
    })),
    createdAt,
  };
}

/** Shows nothing of the account when its corridor is no longer served. */
function masked(corridor: Corridor | undefined, details: Record<string, string>): Record<string, string> {
  return corridor ? maskRecipientDetails(corridor, details) : {};
}
