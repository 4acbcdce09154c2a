import * as z from 'zod';
import { CurrencyCode, Instant, TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { TaxInclusive, TaxRateText } from '../price/price-fields.ts';
import { presentItems } from '../price/read-items.ts';
import { Metadata, readMetadata } from '../products/metadata.ts';
import { type Link, methodKinds } from './link.ts';
import { linkStatusAt, linkStatuses } from './link-status.ts';

const ItemView = z
  .object({ name: z.string(), description: z.string().optional(), quantity: z.int(), unitAmount: TotalText })
  .meta({ id: 'LinkItem' });

const MethodView = z
  .object({
    kind: z.enum(methodKinds),
    accountId: z.string().optional(),
    token: z.string().optional(),
    chain: z.string().optional(),
    address: z.string().optional(),
  })
  .meta({ id: 'LinkMethod' });

export const LinkView = z
  .object({
    linkId: z.string(),
    status: z.enum(linkStatuses),
    productId: z.string().optional(),
    currency: CurrencyCode,
    items: z.array(ItemView),
    taxRate: TaxRateText.optional(),
    taxInclusive: TaxInclusive,
    total: TotalText.meta({ description: 'What the buyer pays, fixed when the price was set.' }),
    tax: TotalText.meta({ description: 'The tax in `total`.' }),
    successUrl: z.string().optional(),
    cancelUrl: z.string().optional(),
    clientReferenceId: z.string().optional(),
    metadata: Metadata,
    fromName: z.string(),
    methods: z.array(MethodView),
    maxPayments: z.int().optional(),
    expiresAt: Instant.nullable(),
    shareUrl: z.string().meta({
      description:
        'The page to send the buyer to. It can be opened from publishing on. Only its path where the environment has no ' +
        'host for pages; nothing can be published there.',
    }),
    publishError: z
      .object({ status: z.int(), type: z.string(), message: z.string() })
      .optional()
      .meta({ description: 'Why `publish: true` left a draft.' }),
    livemode: z.boolean(),
    publishedAt: Instant.optional(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Link' });

export type LinkBody = z.infer<typeof LinkView>;

/** Where and when a link is shown. */
export interface Showing {
  readonly organization: Pick<Organization, 'name'>;
  readonly pagesUrl: Runtime['pagesUrl'];
  /** Milliseconds. */
  readonly now: number;
}

/** The link as the API shows it (specification, Checkout link). */
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

function presentMethod({ kind, accountId, token, chain, address }: Link['methods'][number]) {
  return {
    kind,
    ...present('accountId', accountId),
    ...present('token', token),
    ...present('chain', chain),
    ...present('address', address),
  };
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}
