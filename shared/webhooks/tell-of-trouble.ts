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

/** Tells the owners, once until the endpoint answers again, that deliveries have failed for more than an hour. */
export async function tellOfTrouble(
  runtime: WorkerRuntime,
  endpoint: WebhookEndpoint,
  cursor: WebhookCursor,
  failedAttempts: number,
): Promise<void> {
  if (cursor.troubleToldAt !== undefined || cursor.consecutiveFailures === 0 || failedAttempts < attemptsBefore) return;
  const { organizationId, endpointId } = endpoint;
  const now = runtime.clock();
  const organization = await runtime.store.get(read(OrganizationEntity, { organizationId }));
  if (!organization) throw new Error('the endpoint has no organization');
  const mail = { organizationId, mailId: runtime.ids.next('mail', now), ...troubleMail(organization, endpoint) };
  const { sealingKey } = await runtime.secrets();
  await settleTogether(runtime, [
    updateIf(cursorRead(organizationId, endpointId), {
      UpdateExpression: 'SET troubleToldAt = :now',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(troubleToldAt) AND consecutiveFailures > :none',
      ExpressionAttributeValues: { ':now': now, ':none': 0 },
    }),
    ...mailWrites(mail, sealingKey, now),
  ]);
}
