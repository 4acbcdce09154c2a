import { allOf, atLeast, conditionOf, equals } from '../../ground/table/conditions.ts';
import type { Condition } from '../../ground/table/expressions.ts';
import { checkIf, replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { cancelWork } from '../../journal/due/due-work.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { cursorRef, type StoredLane, type WebhookCursor } from './cursor.ts';
import { endpointRef, endpointWork, type WebhookEndpoint, WebhookEndpointEntity } from './endpoint.ts';
import { disabledMail } from './endpoint-mails.ts';
import { presentEndpoint } from './present-endpoint.ts';

const dayMs = 24 * 60 * 60 * 1000;
const minDeadDeliveries = 3;
const minDaysWithoutSuccess = 5;

/**
 * Disables an endpoint after three dead deliveries and five days without an accepted one (specification, Auto-disable),
 * provided that an event of every waiting type was tried in those days.
 * @returns whether the endpoint is now disabled
 */
export async function disableDeadEndpoint(runtime: WorkerRuntime<'sealing'>, cursor: WebhookCursor): Promise<boolean> {
  if (!isDead(cursor, runtime.clock())) return false;
  const { organizationId, endpointId } = cursor;
  const sealingKeys = await runtime.secrets.sealingKeys();
  const mailId = runtime.ids.next('mail', runtime.clock());
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { endpoint: endpointRef(organizationId, endpointId), cursor: cursorRef(organizationId, endpointId) },
    decide: (found, draft) => {
      const disabled = decideDisabling(found, draft);
      if (!disabled) return undefined;
      const mail = { organizationId, mailId, ...disabledMail(found.organization, disabled) };
      draft.write(...mailWrites(mail, sealingKeys, draft.now));
      return { reply: { status: 200, body: undefined }, resourceId: endpointId };
    },
  });
  return outcome !== undefined;
}

function isDead({ deadDeliveries, countedFrom, lanes = {} }: WebhookCursor, now: number): boolean {
  const isUntried = ({ after, newest, triedAt }: StoredLane) => after < newest && triedAt < countedFrom;
  if (Object.values(lanes).some(isUntried)) return false;
  return deadDeliveries >= minDeadDeliveries && countedFrom <= now - minDaysWithoutSuccess * dayMs;
}

function isStillDead({ countedFrom }: WebhookCursor): Condition {
  return conditionOf<WebhookCursor>(allOf(atLeast({ deadDeliveries: minDeadDeliveries }), equals({ countedFrom })));
}

interface Found {
  readonly endpoint: WebhookEndpoint | undefined;
  readonly cursor: WebhookCursor | undefined;
}

function decideDisabling({ endpoint, cursor }: Found, draft: JournalDraft): WebhookEndpoint | undefined {
  if (!endpoint?.enabled || !cursor || !isDead(cursor, draft.now)) return undefined;
  const disabled: WebhookEndpoint = {
    ...endpoint,
    enabled: false,
    disabledReason: 'auto_disabled_after_failures',
  };
  draft.skipCheck('cursor');
  draft.write(
    replace(WebhookEndpointEntity, disabled),
    cancelWork(endpointWork(endpoint)),
    // Attempts change the cursor all the time, so the check covers only this condition. It holds until an attempt is
    // accepted or the endpoint is resumed.
    checkIf(cursorRef(cursor.organizationId, cursor.endpointId), isStillDead(cursor)),
  );
  draft.event({ type: 'webhook_endpoint.disabled', data: presentEndpoint(disabled, cursor) });
  return disabled;
}
