import { mailWrites } from '../mail/mail-writes.ts';
import { OrganizationEntity } from '../organizations/organization.ts';
import type { WorkerRuntime } from '../runtime/runtime.ts';
import { read } from '../table/expressions.ts';
import { updateIf } from '../table/writes.ts';
import { cursorRead, type WebhookCursor } from './cursor.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { troubleMail } from './endpoint-mails.ts';
import { settleTogether } from './settle-together.ts';

/** Attempts that have failed when the one an hour after the fourth has. */
const attemptsBefore = 5;
/** An endpoint that refuses some events and accepts others recovers all the time. */
const notAgainForMs = 24 * 60 * 60 * 1000;

/**
 * Tells the owners that deliveries have failed for more than an hour: once until the endpoint accepts one again, and no more
 * than once a day.
 */
export async function tellOfTrouble(
  runtime: WorkerRuntime,
  endpoint: WebhookEndpoint,
  cursor: WebhookCursor,
  failedAttempts: number,
): Promise<void> {
  const now = runtime.clock();
  const toldBefore = now - notAgainForMs;
  if (failedAttempts < attemptsBefore || !isNews(cursor, toldBefore)) return;
  const { organizationId, endpointId } = endpoint;
  const organization = await runtime.store.get(read(OrganizationEntity, { organizationId }));
  if (!organization) throw new Error('the endpoint has no organization');
  const mail = { organizationId, mailId: runtime.ids.next('mail', now), ...troubleMail(organization, endpoint) };
  const { sealingKey } = await runtime.secrets();
  await settleTogether(runtime, [
    updateIf(cursorRead(organizationId, endpointId), {
      UpdateExpression: 'SET troubleToldAt = :now',
      ConditionExpression:
        'consecutiveFailures > :none AND (attribute_not_exists(troubleToldAt) OR (troubleToldAt < lastSuccessAt AND troubleToldAt <= :before))',
      ExpressionAttributeValues: { ':now': now, ':none': 0, ':before': toldBefore },
    }),
    ...mailWrites(mail, sealingKey, now),
  ]);
}

function isNews(cursor: WebhookCursor, toldBefore: number): boolean {
  const { consecutiveFailures, troubleToldAt, lastSuccessAt = 0 } = cursor;
  if (consecutiveFailures === 0) return false;
  return troubleToldAt === undefined || (troubleToldAt < lastSuccessAt && troubleToldAt <= toldBefore);
}
