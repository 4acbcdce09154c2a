import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import { linkMethod } from '../methods/methods.ts';

/** The statuses that are stored. A `sent` link becomes `expired` by the clock (`link-status.ts`). */
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
    /** Percentage with at most four decimal places. */
    taxRate: string().optional(),
    taxInclusive: boolean(),
    /** What the buyer pays, and the tax included in it. */
    total: minorUnits(),
    tax: minorUnits(),
    successUrl: string().optional(),
    cancelUrl: string().optional(),
    clientReferenceId: string().optional(),
    /** JSON text of an object. */
    metadata: string().optional(),
    /** Name of the seller that buyers see. If absent, they see the organization's name. */
    fromName: string().optional(),
    /** Contains at most one method of each kind. */
    methods: list(linkMethod),
    /** The maximum number of payments. Unlimited if absent. */
    maxPayments: number().optional(),
    /** The number of places of `maxPayments` that are taken. */
    placesTaken: number(),
    /** The number of simulated payments so far. */
    simulated: number(),
    /** Milliseconds. */
    expiresAt: number().optional(),
    /** The token of the page. It is stored in readable form, because it only lets someone pay (docs/adr/0043). */
    pageToken: string(),
    /** A publication that waits for the acquirer's answer. */
    publishing: map({ intentId: string(), since: number() }).optional(),
    /** The price that publishing set up with the acquirer, with its amount. */
    cardPage: map({ priceId: string(), total: minorUnits(), currency: string() }).optional(),
    publishError: map({ status: number(), type: string(), message: string() }).optional(),
    /** SHA-256 hash of the keyed request that created the link. Absent once the link was edited. */
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

export function linkRef(organizationId: string, linkId: string) {
  return refTo(LinkEntity, { organizationId, linkId });
}
