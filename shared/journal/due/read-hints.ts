import type { SQSEvent } from 'aws-lambda';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';

export interface HintMessage {
  readonly messageId: string;
  readonly hint: Hint;
}

/**
 * The hints of a batch, and the ids of the messages that contain none. Only those messages fail, and eventually reach
 * the dead-letter queue.
 */
export function readHints({ Records }: SQSEvent, { log }: Pick<WorkerRuntime, 'log'>) {
  const messages: HintMessage[] = [];
  const unreadable: string[] = [];
  for (const { messageId, body } of Records) {
    const hint = hintIn(body);
    if (hint) {
      messages.push({ messageId, hint });
    } else {
      unreadable.push(messageId);
      log.error('a message holds no hint', { messageId });
    }
  }
  return { messages, unreadable };
}

function hintIn(body: string): Hint | undefined {
  try {
    const hint = JSON.parse(body) as Hint;
    const texts = [hint.kind, hint.organizationId, hint.resourceId];
    return texts.every((text) => typeof text === 'string') && Number.isFinite(hint.dueAt) ? hint : undefined;
  } catch {
    return undefined;
  }
}
