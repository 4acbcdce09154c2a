import * as z from 'zod';
import { ReturnUrl } from '../../contract/fields/return-url.ts';
import { CurrencyCode, Id, label, ZonedInstant } from '../../contract/fields.ts';
import { Metadata } from '../../contract/metadata.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { RequestedMethod } from '../accounts/resolve-accounts.ts';
import { card } from '../methods/card/card.ts';
import { methodKinds } from '../methods/methods.ts';
import { PriceItems, TaxInclusive, TaxRateText } from '../price/price-fields.ts';

const RedirectUrl = ReturnUrl.meta({
  description:
    'https, without user name and password; printable ASCII without quotes. Buyers return to exactly this address, with `payment_id` added.',
  examples: ['https://example.com/thanks'],
});

const Deadline = ZonedInstant.nullable().meta({
  description:
    'ISO 8601 with a time zone. The page accepts no payments after this time; null: it accepts them until the link is paused.',
});

const Methods = z
  .array(RequestedMethod)
  .max(methodKinds.length)
  .superRefine((methods, context) => {
    for (const [index, { kind }] of methods.entries()) {
      if (methods.findIndex((method) => method.kind === kind) === index) continue;
      context.addIssue({ code: 'custom', path: [index, 'kind'], message: 'is named more than once' });
    }
  })
  .meta({ description: 'The ways to pay, each kind at most once. `[]` creates a link that cannot be paid.' });

const MaxPayments = z
  .int()
  .min(1)
  .max(1_000_000)
  .meta({ description: 'The maximum number of payments. Unlimited when absent.' });

const FromName = z
  .union([z.literal(''), label(140)])
  .meta({ description: 'The name shown on the page. If empty, the name of the organization.' });

const Reference = label(255).meta({ description: 'Your own reference; payments carry it, too.' });

const productId = Id.meta({
  description: 'Sells this product at its current price. Cannot be combined with `currency` and `items`.',
});

const price = {
  productId: productId.optional(),
  currency: CurrencyCode.optional(),
  items: PriceItems.optional(),
  taxRate: TaxRateText.optional(),
  taxInclusive: TaxInclusive.optional(),
};

/** The body of `POST C/links` (specification, Create a checkout link). */
export const LinkRequest = z
  .strictObject({
    ...price,
    successUrl: RedirectUrl.optional(),
    cancelUrl: RedirectUrl.optional(),
    clientReferenceId: Reference.optional(),
    metadata: Metadata.optional(),
    fromName: FromName.optional(),
    methods: Methods.default([{ kind: card.kind }]),
    maxPayments: MaxPayments.optional(),
    expiresAt: Deadline.default(null),
    publish: z.boolean().default(false).meta({
      description:
        '`true` publishes the link at once. Check `status` in the answer: a link that could not be published stays a `draft`.',
    }),
  })
  .superRefine(({ productId, currency, items }, context) => {
    for (const [field, value] of Object.entries(productId === undefined ? { currency, items } : {})) {
      if (value === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'is required without productId' });
    }
  })
  .meta({ id: 'CreateLink', description: '`taxRate` and `taxInclusive` apply only with `items`.' });

export type LinkRequest = z.output<typeof LinkRequest>;

/** The body of `PATCH C/links/{linkId}` (specification, Update a checkout link). */
export const LinkChange = z
  .strictObject({
    ...price,
    successUrl: RedirectUrl.nullish(),
    cancelUrl: RedirectUrl.nullish(),
    clientReferenceId: Reference.nullish(),
    metadata: Metadata.optional(),
    fromName: FromName.optional(),
    methods: Methods.optional(),
    maxPayments: MaxPayments.nullish(),
    expiresAt: Deadline.optional(),
  })
  .refine(({ currency, items }) => currency === undefined || items !== undefined, {
    error: 'can only be changed together with items',
    path: ['currency'],
  })
  .meta({
    id: 'UpdateLink',
    description:
      'An absent field stays unchanged; null removes it. `metadata` is replaced as a whole. `taxRate` and `taxInclusive` are ignored without `items`.',
  });

export type LinkChange = z.output<typeof LinkChange>;

/**
 * A link has one price. This check runs before the validation of fields (specification, Create a checkout link).
 * @throws ServiceError BAD_REQUEST
 */
export function refuseTwoPrices(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  const { productId, currency, items } = json as Readonly<Record<string, unknown>>;
  if (productId === undefined || (currency === undefined && items === undefined)) return;
  throw new ServiceError('BAD_REQUEST', 'productId: a link has either productId or currency and items', {
    resolution: 'Send productId alone, or currency and items without it.',
  });
}
