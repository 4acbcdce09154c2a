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
import { corridorById } from '../catalog/find-corridor.ts';

export const recipientTypes = ['individual', 'business'] as const;
/** How a recipient is paid: to a bank account, or to a wallet. */
export const methodKinds = ['fiat', 'crypto'] as const;
export const recipientStatuses = ['active', 'blocked', 'retired'] as const;

/** A registered payee. Its details never change; another account is another recipient (docs/adr/0097). */
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
    /**
     * The name that was sent to the rail and screened. Absent if it equals the name, and in rows of earlier releases.
     */
    railName: string().optional(),
    /** Empty if none was given. Present in every row, because the previous release cannot read rows without it. */
    country: string(),
    externalId: string().optional(),
    endUserId: string().optional(),
    /** The payout link on whose page the payee entered the details. */
    payoutLinkId: string().optional(),
    /**
     * `blocked`: refused by screening. `retired`: retired by a caller, permanently. Every payout to either is refused.
     */
    status: stateOf(...recipientStatuses),
    /** Milliseconds: when a later screening blocked it. Absent if it is not blocked, or has been since its creation. */
    blockedAt: number().optional(),
    /** Numbers of the listed parties that two operators have confirmed to be someone else. */
    cleared: list(number()).optional(),
    /** ISO 8601. A retired recipient stays retired, even if it is blocked later. */
    retiredAt: string().optional(),
    methods: list(
      map({
        destinationAccountId: string(),
        kind: oneOf(...methodKinds),
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
export type RecipientMethod = Recipient['methods'][number];

/** Whether it is retired: its external id and account are free, and it is no longer paid. */
export function isRetired({ status }: Pick<Recipient, 'status'>): boolean {
  return status === 'retired';
}

/**
 * Whether a recipient owns its external id and account. A row may name one that does not, if a restore has torn a
 * commit apart, or if the corridor was not served when the recipient was retired.
 */
export function isLive(recipient: Recipient | undefined): recipient is Recipient {
  return recipient !== undefined && !isRetired(recipient);
}

/**
 * Refuses to pay an account of a kind that only a later release supports.
 * @throws UnknownValue
 */
export function refuseUnknownKind({ kind }: RecipientMethod): void {
  if (!methodKinds.includes(kind)) throw new UnknownValue(RecipientEntity, 'kind of a method');
}

export function recipientPartition(organizationId: string): string {
  return `RECIPIENT#${organizationId}`;
}

/**
 * Names the recipient that has an external id or an account. Written with the recipient and removed when it is retired,
 * so that each belongs to only one. An external id whose compared form differs has two rows, because earlier releases
 * look for it as it was sent.
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

export type RecipientLookup = FormattedItem<typeof RecipientLookupEntity>;

export const RecipientView = z
  .object({
    recipientId: z.string().meta({ description: 'The id to use in paths and payouts.' }),
    type: z.enum(recipientTypes).meta({ description: 'A person or a company.' }),
    name: z.string().meta({ description: 'The account holder.' }),
    country: CountryCode.optional().meta({ description: 'Absent for a wallet that was registered without one.' }),
    externalId: z.string().optional().meta({ description: 'Your own key. Absent if none was given.' }),
    endUserId: z
      .string()
      .optional()
      .meta({ description: 'The person on whose behalf the recipient is paid. Payouts carry it.' }),
    payoutLinkId: z.string().optional().meta({
      description:
        'The payout link on whose page the payee entered the details. Absent if you registered the recipient.',
    }),
    status: z.enum(recipientStatuses).meta({
      description: '`blocked`: refused by screening. `retired`: retired by you. Payouts to either are refused.',
    }),
    retiredAt: Instant.optional().meta({ description: 'When the recipient was retired. Absent if it was not.' }),
    methods: z
      .array(
        z.object({
          destinationAccountId: z.string().meta({ description: 'The id to use in quotes and payouts.' }),
          kind: z
            .enum(methodKinds)
            .meta({ description: 'How the recipient is paid: to a bank account, or to a wallet.' }),
          currency: CurrencyCode,
          recipientDetails: z.record(z.string(), z.string()).meta({
            description: 'As registered. Account numbers and addresses show only their last four characters.',
          }),
          notice: z
            .string()
            .optional()
            .meta({ description: 'What the owner of the wallet should know before it is paid. Wallets only.' }),
        }),
      )
      .meta({ description: 'The accounts of the recipient; currently always one.' }),
    createdAt: Instant,
  })
  .meta({
    id: 'Recipient',
    description:
      'A payee and their account. Neither changes: to correct a mistake, retire the recipient and register it again.',
  });

export type RecipientBody = z.infer<typeof RecipientView>;

const walletNotice =
  'The money arrives by a contract transfer. Some exchanges do not credit such transfers to their customers’ ' +
  'addresses: ask the owner of the wallet before you pay an exchange address.';

/** The recipient as the API shows it (specification, Recipient). */
export function presentRecipient(recipient: Recipient, corridors: readonly Corridor[]): RecipientBody {
  const { recipientId, type, name, country, externalId, endUserId, status, methods, createdAt } = recipient;
  const { payoutLinkId, retiredAt } = recipient;
  return {
    recipientId,
    type,
    name,
    ...(country && { country }),
    ...(externalId && { externalId }),
    ...(endUserId && { endUserId }),
    ...(payoutLinkId && { payoutLinkId }),
    status,
    ...(retiredAt && { retiredAt }),
    methods: methods.map(({ destinationAccountId, kind, currency, corridorId, recipientDetails }) => ({
      destinationAccountId,
      kind,
      currency,
      recipientDetails: masked(corridorById(corridors, corridorId), recipientDetails),
      ...(kind === 'crypto' && { notice: walletNotice }),
    })),
    createdAt,
  };
}

/** Shows nothing of the account if its corridor is no longer served. */
function masked(corridor: Corridor | undefined, details: Record<string, string>): Record<string, string> {
  return corridor ? maskRecipientDetails(corridor, details) : {};
}
