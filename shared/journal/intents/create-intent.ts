import { create } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../commit/draft.ts';
import { scheduleWork } from '../due/due-work.ts';
import { lockMs } from '../idempotency/record.ts';
import type { AuditedRequest } from '../rows/audit-row.ts';
import { type Intent, IntentEntity, intentWork } from './intent.ts';
import type { IntentKind } from './intent-kind.ts';

/** A call that a draft requests from a processor. */
export interface Opening<Call> extends Partial<Pick<Intent, 'resourceId' | 'idempotencyKey' | 'guardHash'>> {
  readonly intentId: string;
  readonly call: Call;
  /** The request whose audit row is written with the settlement. */
  readonly audit?: AuditedRequest | undefined;
  /** Milliseconds: when a worker makes the call, or asks for its outcome. */
  readonly resumeAt: number;
}

/**
 * How long a worker waits before it resumes an intent. Until the lock of the request's key expires, the request itself
 * may settle its intent.
 */
export const afterRequestMs = lockMs + 3_000;

/** Writes an intent with its due work into a draft. */
export function createIntent<Call>(
  draft: JournalDraft,
  { name: kind }: Pick<IntentKind<Call, unknown, unknown>, 'name'>,
  { call, audit, resumeAt, ...opening }: Opening<Call>,
): Intent {
  const intent: Intent = {
    ...opening,
    organizationId: draft.head.organizationId,
    version: 1,
    kind,
    mode: draft.livemode ? 'live' : 'sandbox',
    state: 'open',
    call: callText(call),
    boundAt: draft.now,
    lastCalledAt: draft.now,
    ...(audit && { audit: { requestId: audit.requestId, at: audit.at, action: audit.action, ...audit.actor } }),
  };
  draft.write(create(IntentEntity, intent), scheduleWork(intentWork(intent), resumeAt));
  return intent;
}

/**
 * Leaves room for the answer in the item, which is limited to 400 KB. If the answer did not fit, the intent would stay
 * open.
 */
const maxCallBytes = 64 * 1024;

function callText(call: unknown): string {
  const text = JSON.stringify(call);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxCallBytes) throw new Error(`the call of an intent has ${bytes} bytes`);
  return text;
}
