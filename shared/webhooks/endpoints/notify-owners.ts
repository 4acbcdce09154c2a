import { allOf, anyOf, equals, moreThan, notExists } from '../../ground/table/conditions.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import { updateIf } from '../../ground/table/writes.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { transactWithRetry } from '../../journal/due/transact-with-retry.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { cursorRef, type WebhookCursor } from './cursor.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { troubleMail } from './endpoint-mails.ts';

/** The fifth attempt is made an hour after the fourth, so five failed attempts take more than an hour. */
const minFailedAttempts = 5;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * Notifies the owners that deliveries have been failing for more than an hour, once until the endpoint recovers. An
 * endpoint that refuses some events and accepts others recovers again and again, so its owners are notified once a day.
 */
export async function notifyOwners(
  runtime: WorkerRuntime<'sealing'>,
  endpoint: WebhookEndpoint,
  cursor: WebhookCursor,
  failedAttempts: number,
): Promise<void> {
  const now = runtime.clock();
  if (failedAttempts < minFailedAttempts || !isToBeTold(cursor, now)) return;
  const { organizationId, endpointId } = endpoint;
  const organization = await runtime.store.get(refTo(OrganizationEntity, { organizationId }));
  if (!organization) throw new Error('the endpoint has no organization');
  const mail = { organizationId, mailId: runtime.ids.next('mail', now), ...troubleMail(organization, endpoint) };
  const sealingKeys = await runtime.secrets.sealingKeys();
  // Several retries may notice this at the same time. Only one of them notifies the owners.
  const isUntold = anyOf<WebhookCursor>(
    notExists('troubleToldAt'),
    equals({ troubleToldAt: cursor.troubleToldAt ?? 0 }),
  );
  const update = updateOf<WebhookCursor>(
    { set: { troubleToldAt: now } },
    allOf(moreThan({ consecutiveFailures: 0 }), isUntold),
  );
  await transactWithRetry(runtime, [
    updateIf(cursorRef(organizationId, endpointId), update),
    ...mailWrites(mail, sealingKeys, now),
  ]);
}

function isToBeTold({ consecutiveFailures, troubleToldAt, lastSuccessAt = 0 }: WebhookCursor, now: number): boolean {
  if (consecutiveFailures === 0) return false;
  if (troubleToldAt === undefined) return true;
  const hasRecovered = troubleToldAt < lastSuccessAt;
  return hasRecovered && (lastSuccessAt <= now - hourMs || troubleToldAt <= now - dayMs);
}
