import type { SQSEvent } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { worker as advancePayouts } from '../../../../functions/queues/advance-payouts.ts';
import { worker as executeApprovals } from '../../../../functions/queues/execute-approvals.ts';
import { forEachHint } from '../../../../shared/journal/due/for-each-hint.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import { CapturedLog } from '../../../support/captured-log.ts';
import { addPayout, fundedOrganization, type TestOrganization } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { keyOfPayout, workOf } from './support.ts';

const hint: Hint = { kind: 'rails', organizationId: 'org_1', resourceId: 'po_1', dueAt: 0 };

/** Messages that hold no hint, by what is wrong with them. */
const poison = {
  'no JSON': '{"kind":"rails","secret":',
  nothing: '',
  null: 'null',
  'a text': '"rails"',
  'no resource': JSON.stringify({ ...hint, resourceId: undefined }),
  'an organization that is no text': JSON.stringify({ ...hint, organizationId: { a: 1 } }),
  'no time': JSON.stringify({ ...hint, dueAt: null }),
};

const captured = new CapturedLog();
let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ log: captured.log });
});

beforeEach(async () => {
  organization = await fundedOrganization(service);
  service.hints.take();
  captured.lines.length = 0;
});

function batchOf(bodies: Readonly<Record<string, string>>): SQSEvent {
  return { Records: Object.entries(bodies).map(([messageId, body]) => ({ messageId, body })) } as SQSEvent;
}

const failing = (...messageIds: string[]) => ({
  batchItemFailures: messageIds.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('a message that holds no hint', () => {
  test('fails alone: the others of its batch are worked on', async () => {
    const worked: unknown[] = [];
    const batch = batchOf({ ...poison, good: JSON.stringify(hint) });
    const answer = await forEachHint(batch, service.runtime, 'failed', async (one) => void worked.push(one));
    expect(answer).toEqual(failing(...Object.keys(poison)));
    expect(worked).toEqual([hint]);
  });

  test('is named in the log by its id, and not quoted', async () => {
    await executeApprovals.handle(batchOf({ bad: poison['no JSON'] }), service.runtime);
    expect(captured.lines).toEqual([{ level: 'error', message: 'a message holds no hint', messageId: 'bad' }]);
  });

  test('does not hold up payouts that are in its batch', async () => {
    const { payoutId } = await addPayout(service, organization);
    const key = keyOfPayout(organization.organizationId, payoutId);
    const due = await workOf(service.runtime, key);
    service.clock.now = Math.max(service.clock.now, due?.dueAt ?? 0);
    const good = JSON.stringify({ ...key, dueAt: due?.dueAt });
    expect(await advancePayouts.handle(batchOf({ ...poison, good }), service.runtime)).toEqual(
      failing(...Object.keys(poison)),
    );
    const path = `/payments/organizations/${organization.organizationId}/orders/${payoutId}`;
    expect((await service.get(path, organization)).body).toMatchObject({ status: 'processing' });
  });
});
