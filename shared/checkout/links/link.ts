import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import { linkMethod } from '../methods/methods.ts';

/** As stored. `expired` is what the clock makes of a `sent` one (`link-status.ts`). */
const storedLinkStatuses = ['draft', 'sent', 'paused'] as const;

/** Something that a buyer pays on a hosted page (specification, Checkout link). */
export const LinkEntity = new Entity({
  name: 'checkoutLink',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    linkId: string().key(),
    version: number(),
    status: stateOf(...storedLinkStatuses),
    productId: string().optional(),
    currency: string(),
    items: list(
      map({ name: string(), description: string().optional(), quantity: number(), unitAmount: minorUnits() }),
    ),
    /** Percent, at most four places. */
    taxRate: string().optional(),
    taxInclusive: boolean(),
    /** What the buyer pays, and the tax in it. */
    total: minorUnits(),
    tax: minorUnits(),
    successUrl: string().optional(),
    cancelUrl: string().optional(),
    clientReferenceId: string().optional(),
    /** JSON text of an object. */
    metadata: string().optional(),
    /** Absent: the organization's name. */
    fromName: string().optional(),
    /** At most one of each kind. */
    methods: list(linkMethod),
    /** How many payments it takes; absent: any number. */
    maxPayments: number().optional(),
    /** Places of `maxPayments` that are taken. */
    placesTaken: number(),
    /** Simulated payments so far. */
    simulated: number(),
    /** Milliseconds. */
    expiresAt: number().optional(),
    /** Opens the page. Readable, because it only lets somebody pay (docs/adr/0043). */
    pageToken: string(),
    /** A publication that asks the acquirer and has no answer yet. */
    publishing: map({ intentId: string(), since: number() }).optional(),
    /** What publishing set up with the acquirer, and for which price. */
    cardPage: map({ priceId: string(), total: minorUnits(), currency: string() }).optional(),
    publishError: map({ status: number(), type: string(), message: string() }).optional(),
    /** SHA-256 of the request that created it under a key; absent once it was edited. */
    requestHash: string().optional(),
    livemode: boolean(),
    publishedAt: string().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, linkId }: { organizationId: string; linkId: string }) => ({
    pk: linkPartition(organizationId),
    sk: linkId,
  }),
});

export type Link = FormattedItem<typeof LinkEntity>;

export function linkPartition(organizationId: string): string {
  return `CHECKOUT_LINK#${organizationId}`;
}

export function linkRead(organizationId: string, linkId: string) {
  return read(LinkEntity, { organizationId, linkId });
}
