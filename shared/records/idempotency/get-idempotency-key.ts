import * as z from 'zod';
import { IdempotencyKey, Instant, openEnum } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { timeOfId } from '../../ground/time/ids.ts';
import { recordRef } from '../../journal/idempotency/claim.ts';
import { type IdempotencyRecord, responseRetentionMs } from '../../journal/idempotency/record.ts';
import { actionOf, auditRef } from '../../journal/rows/audit-event.ts';
import type { Deed } from '../../journal/rows/audit-row.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { keyStates, stateOfKey } from './key-state.ts';
import { kindOfResource, resourceKinds } from './resource-kind.ts';

export const IdempotencyKeyView = z
  .object({
    key: IdempotencyKey.meta({ description: 'The key as it was sent in the header.' }),
    state: z.enum(keyStates).meta({
      description:
        '`in_progress`: the call is running. `outcome_unknown`: it is not known yet whether the call took effect; the service is finding out. `abandoned`: the call ended without an answer and has done nothing; if you send the same request, it is executed. `completed`: the call took effect; the same request gets the same answer. `expired`: the call took effect more than 7 days ago; the key is never executed again.',
    }),
    requestId: z.string().meta({ description: 'The x-request-id of the call that has the key.' }),
    createdAt: Instant.meta({ description: 'When that call arrived.' }),
    completedAt: Instant.optional().meta({ description: 'When it took effect.' }),
    replayedUntil: Instant.optional().meta({ description: 'Until then, the same request gets the same answer.' }),
    httpStatus: z
      .int()
      .optional()
      .meta({ description: 'The HTTP status of the response. Absent until there is one.', examples: [201] }),
    action: z
      .string()
      .optional()
      .meta({ description: 'The action, as in the audit log.', examples: ['payout.create'] }),
    resource: z
      .object({
        kind: openEnum(resourceKinds).meta({ description: 'The kind of resource that `id` identifies.' }),
        id: z.string().meta({ description: 'The id to use when reading the resource.' }),
      })
      .optional()
      .meta({ description: 'The resource that the call created or changed.' }),
  })
  .meta({
    id: 'IdempotencyRecord',
    description: 'The outcome of the call that was made with a key. Its answer is not shown.',
  });

export type IdempotencyKeyBody = z.infer<typeof IdempotencyKeyView>;

/**
 * What is known about an organization's idempotency key, from its record. If an earlier release completed the record,
 * what was done is in the audit row of its request. The stored answer may contain a secret and is not read. Keys of
 * people who join are stored under the person, and keys of operators have a name that no caller can send, so neither is
 * found.
 * @throws ServiceError NOT_FOUND
 */
export async function getIdempotencyKey(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  key: string,
): Promise<IdempotencyKeyBody> {
  const record = await store.get(recordRef({ organizationId, key }));
  if (!record) throw new ServiceError('NOT_FOUND', 'nothing was done under this idempotency key');
  const { requestId } = record;
  const at = timeOfId(requestId);
  const isAnswered = record.state === 'completed';
  const did = isAnswered ? (record.did ?? (await store.get(auditRef({ organizationId, at, requestId })))) : undefined;
  return {
    key,
    state: stateOfKey(record, clock()),
    requestId,
    createdAt: timestamp(at),
    ...(isAnswered && presentAnswer(record)),
    ...(did && presentAction(did)),
  };
}

function presentAnswer({ response, replayedUntil }: IdempotencyRecord) {
  if (!response || replayedUntil === undefined) return {};
  return {
    completedAt: timestamp(replayedUntil - responseRetentionMs),
    replayedUntil: timestamp(replayedUntil),
    httpStatus: response.status,
  };
}

function presentAction(did: Deed) {
  const { action } = actionOf(did);
  const { resourceId } = did;
  return { action, ...(resourceId && { resource: { kind: kindOfResource(resourceId, action), id: resourceId } }) };
}
