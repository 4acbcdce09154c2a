import * as z from 'zod';
import { CurrencyCode, Instant, Livemode, TotalText } from '../../contract/fields.ts';
import { Metadata, readMetadata } from '../../contract/metadata.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import { methodKinds, shownOnLinks } from '../methods/methods.ts';
import { TaxInclusive, TaxRateText } from '../price/price-fields.ts';
import { presentItems } from '../price/read-items.ts';
import type { Link } from './link.ts';
import { linkStatusAt, linkStatuses } from './link-status.ts';

const ItemView = z
  .object({
    name: z.string().meta({ description: 'What the buyer sees.' }),
    description: z.string().optional().meta({ description: 'A longer description. Absent if there is none.' }),
    quantity: z.int().meta({ description: 'How many units the buyer pays for.' }),
    unitAmount: TotalText,
  })
  .meta({ id: 'LinkItem', description: 'One line of the price.' });

const MethodView = z
  .object({
    kind: z.enum(methodKinds).meta({ description: 'The kind of payment.' }),
    accountId: z.string().optional().meta({ description: 'The collection account. Absent for cards.' }),
    ...shownOnLinks,
  })
  .meta({ id: 'LinkMethod', description: 'One way to pay the link.' });

export const LinkView = z
  .object({
    linkId: z.string().meta({ description: 'The id to use in paths.' }),
    status: z.enum(linkStatuses).meta({
      description:
        '`sent`: published, and the page accepts payments. `draft`: never published. `expired`: `expiresAt` has passed.',
    }),
    productId: z
      .string()
      .optional()
      .meta({ description: 'The product that the link sells. Absent if the link was created from items.' }),
    currency: CurrencyCode,
    items: z.array(ItemView).meta({ description: 'The lines of the price, as they were when the price was set.' }),
    taxRate: TaxRateText.optional(),
    taxInclusive: TaxInclusive,
    total: TotalText.meta({ description: 'What the buyer pays, fixed when the price was set.' }),
    tax: TotalText.meta({ description: 'The tax included in `total`.' }),
    successUrl: z.string().optional().meta({ description: 'Where the page sends the buyer after a payment.' }),
    cancelUrl: z.string().optional().meta({ description: 'Where the page sends a buyer who cancels.' }),
    clientReferenceId: z.string().optional().meta({ description: 'Your own reference.' }),
    metadata: Metadata,
    fromName: z.string().meta({ description: 'The name shown on the page.' }),
    methods: z.array(MethodView).meta({ description: 'The ways to pay. If empty, the link cannot be paid.' }),
    maxPayments: z.int().optional().meta({ description: 'The maximum number of payments. Absent if unlimited.' }),
    expiresAt: Instant.nullable().meta({
      description: 'The page accepts no payments after this time; null: it accepts them until the link is paused.',
    }),
    shareUrl: z.string().meta({
      description:
        'The address of the page for the buyer. It works once the link is published. Only a path if the environment ' +
        'has no host for pages; nothing can be published there.',
    }),
    publishError: z
      .object({
        status: z.int().meta({ description: 'The HTTP status that publishing would have returned.' }),
        type: z.string().meta({ description: 'The error type, as in an Error body.' }),
        message: z.string().meta({ description: 'What went wrong.' }),
      })
      .optional()
      .meta({ description: 'Why `publish: true` left the link a draft.' }),
    livemode: Livemode,
    publishedAt: Instant.optional(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Link', description: 'A hosted page on which buyers pay.' });

export type LinkBody = z.infer<typeof LinkView>;

/** The context in which a link is shown. */
export interface Showing {
  readonly organization: Pick<Organization, 'name'>;
  readonly pagesUrl: string | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** Returns the link as the API shows it (specification, Checkout link). */
export function presentLink(link: Link, { organization, pagesUrl = '', now }: Showing): LinkBody {
  const { currency, expiresAt, methods } = link;
  return {
    linkId: link.linkId,
    status: linkStatusAt(link, now),
    ...present('productId', link.productId),
    currency,
    items: presentItems(link.items, currency),
    ...present('taxRate', link.taxRate),
    taxInclusive: link.taxInclusive,
    total: formatAmount(link.total, currency),
    tax: formatAmount(link.tax, currency),
    ...present('successUrl', link.successUrl),
    ...present('cancelUrl', link.cancelUrl),
    ...present('clientReferenceId', link.clientReferenceId),
    metadata: readMetadata(link.metadata),
    fromName: link.fromName ?? organization.name,
    methods: methods.map(presentMethod),
    ...present('maxPayments', link.maxPayments),
    expiresAt: expiresAt === undefined ? null : timestamp(expiresAt),
    shareUrl: `${pagesUrl}/p/checkout/${link.pageToken}`,
    ...present('publishError', link.publishError),
    livemode: link.livemode,
    ...present('publishedAt', link.publishedAt),
    createdAt: link.createdAt,
    updatedAt: link.updatedAt,
  };
}

type MethodBody = LinkBody['methods'][number];

const shownOfMethods = Object.keys(MethodView.shape) as (keyof MethodBody)[];

function presentMethod(method: Link['methods'][number]): MethodBody {
  return Object.assign({}, ...shownOfMethods.map((name) => present(name, method[name])));
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}
