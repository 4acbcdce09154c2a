import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { type Item, type Key, keyParts } from '../../../../local/table/item.ts';
import { ApprovalEntity } from '../../../../shared/approvals/approval.ts';
import { CollectionAccountEntity } from '../../../../shared/checkout/accounts/account.ts';
import { AttemptEntity } from '../../../../shared/checkout/attempts/attempt.ts';
import { type Link, LinkEntity } from '../../../../shared/checkout/links/link.ts';
import { type Payment, PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { RecipientEntity } from '../../../../shared/corridors/recipients/recipient.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { HeadEntity } from '../../../../shared/journal/commit/head.ts';
import { DueWorkEntity } from '../../../../shared/journal/due/due-work.ts';
import { IntentEntity } from '../../../../shared/journal/intents/intent.ts';
import { AuditEventEntity, isAtItsDate } from '../../../../shared/journal/rows/audit-event.ts';
import { BalanceTransactionEntity } from '../../../../shared/journal/rows/balance-transaction.ts';
import { EventEntity } from '../../../../shared/journal/rows/event.ts';
import { BatchEntity, BatchReferenceEntity } from '../../../../shared/payouts/batches/batch/batch.ts';
import { BatchItemEntity } from '../../../../shared/payouts/batches/batch/batch-item.ts';
import { DepositEntity } from '../../../../shared/payouts/deposits/deposit.ts';
import { FundingTransferEntity } from '../../../../shared/payouts/funding/transfer.ts';
import { PayoutLinkEntity } from '../../../../shared/payouts/links/payout-link.ts';
import { PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import { QuoteEntity } from '../../../../shared/payouts/quotes/quote.ts';
import { WebhookCursorEntity } from '../../../../shared/webhooks/endpoints/cursor.ts';
import { WebhookEndpointEntity } from '../../../../shared/webhooks/endpoints/endpoint.ts';
import { WebhookDeliveryEntity } from '../../../../shared/webhooks/sender/delivery.ts';
import type { Witness } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import { type Acquired, readAcquirer } from './acquired.ts';

/** What stands in the table at the end. */
export interface Books {
  readonly organizationId: string;
  readonly label: string;
  readonly head: FormattedItem<typeof HeadEntity>;
  readonly payouts: readonly FormattedItem<typeof PayoutEntity>[];
  readonly payoutLinks: readonly FormattedItem<typeof PayoutLinkEntity>[];
  readonly approvals: readonly FormattedItem<typeof ApprovalEntity>[];
  readonly batches: readonly FormattedItem<typeof BatchEntity>[];
  readonly batchItems: readonly FormattedItem<typeof BatchItemEntity>[];
  readonly batchReferences: readonly FormattedItem<typeof BatchReferenceEntity>[];
  readonly deposits: readonly FormattedItem<typeof DepositEntity>[];
  /** What came to the addresses of payouts that the organization funds itself. */
  readonly fundingTransfers: readonly FormattedItem<typeof FundingTransferEntity>[];
  readonly recipients: readonly FormattedItem<typeof RecipientEntity>[];
  readonly quotes: readonly FormattedItem<typeof QuoteEntity>[];
  /** By sequence. */
  readonly rows: readonly FormattedItem<typeof BalanceTransactionEntity>[];
  /** By sequence. */
  readonly events: readonly FormattedItem<typeof EventEntity>[];
  readonly audit: readonly FormattedItem<typeof AuditEventEntity>[];
  readonly endpoints: readonly FormattedItem<typeof WebhookEndpointEntity>[];
  readonly cursors: readonly FormattedItem<typeof WebhookCursorEntity>[];
  readonly deliveries: readonly FormattedItem<typeof WebhookDeliveryEntity>[];
  readonly intents: readonly FormattedItem<typeof IntentEntity>[];
  readonly due: readonly FormattedItem<typeof DueWorkEntity>[];
  /** Deleted ones too, as they were then. */
  readonly links: readonly Link[];
  readonly payments: readonly Payment[];
  readonly accounts: readonly FormattedItem<typeof CollectionAccountEntity>[];
  readonly attempts: readonly FormattedItem<typeof AttemptEntity>[];
  /** By the acquirer's ids. */
  readonly charges: Acquired;
}

/** Drafts can be deleted. */
function linksEver({ witness }: World, organizationId: string): Link[] {
  return witness.keys(`CHECKOUT_LINK#${organizationId} `).map((key) => {
    const last = witness.history(key).findLast(({ item }) => item !== undefined);
    return format(LinkEntity, last?.item ?? {});
  });
}

const keysPerCall = 100;

export async function readBooks(world: World): Promise<Books[]> {
  const items = await readAll(world);
  const charges = readAcquirer(world);
  return world.organizations.map(({ organizationId, label }) => {
    const mine = items.filter((item) => item.organizationId === organizationId);
    const all = <E extends Entity>(entity: E): FormattedItem<E>[] =>
      mine.filter((item) => item._et === entity.entityName).map((item) => format(entity, item));
    return {
      organizationId,
      label,
      head: all(HeadEntity)[0] as FormattedItem<typeof HeadEntity>,
      payouts: all(PayoutEntity),
      payoutLinks: all(PayoutLinkEntity),
      approvals: all(ApprovalEntity),
      batches: all(BatchEntity),
      batchItems: all(BatchItemEntity).sort((a, b) => a.index - b.index),
      batchReferences: all(BatchReferenceEntity),
      deposits: all(DepositEntity),
      fundingTransfers: all(FundingTransferEntity),
      recipients: all(RecipientEntity),
      quotes: all(QuoteEntity),
      rows: all(BalanceTransactionEntity).sort((a, b) => a.sequence - b.sequence),
      events: all(EventEntity).sort((a, b) => a.sequence - b.sequence),
      audit: all(AuditEventEntity).filter(isAtItsDate),
      endpoints: all(WebhookEndpointEntity),
      cursors: all(WebhookCursorEntity),
      deliveries: all(WebhookDeliveryEntity),
      intents: all(IntentEntity),
      due: all(DueWorkEntity),
      links: linksEver(world, organizationId),
      payments: all(PaymentEntity),
      accounts: all(CollectionAccountEntity),
      attempts: all(AttemptEntity),
      charges,
    };
  });
}

/** Everything that stands in the table at the end, read as the service would read it, and what DynamoDB took out for its age. */
async function readAll({ witness, table, tableName }: World): Promise<Item[]> {
  const keys = witness.keys();
  const stored: Item[] = [];
  for (let start = 0; start < keys.length; start += keysPerCall) {
    const Keys = keys.slice(start, start + keysPerCall).map(keyParts);
    const input = { RequestItems: { [tableName]: { Keys, ConsistentRead: true } } };
    const { Responses } = await table.direct({ name: 'BatchGet', input });
    stored.push(...Responses[tableName]);
  }
  return [...stored, ...keys.flatMap((key) => expiredItem(witness, key))];
}

/** What nobody of the service took out. */
function expiredItem(witness: Witness, key: Key): Item[] {
  const [before, last] = witness.history(key).slice(-2);
  return before?.item && last && !last.item && !last.commit.by ? [before.item] : [];
}
