import { beforeEach, describe, expect, test } from 'vitest';
import { claimCursor } from '../../../../shared/webhooks/offering/cursor-claim.ts';
import { FeedReader } from '../../../../shared/webhooks/offering/feed-reader.ts';
import { hintCursorsBehind } from '../../../../shared/webhooks/offering/hint-cursors-behind.ts';
import { moveHeartbeat } from '../../../../shared/webhooks/offering/offer-to-endpoint.ts';
import { publishEvents } from '../../../../shared/webhooks/offering/publish-events.ts';
import { deliver } from '../../../support/journey.ts';
import { receiverOfTest } from '../../../support/receiver.ts';
import { TestService } from '../../../support/service.ts';
import { addEndpoint, addEvents, followHints, HOUR_MS, sleepBriefly, wake } from './support.ts';

let service: TestService;
let organizationId: string;

beforeEach(async () => {
  service = await TestService.start({ sleep: sleepBriefly });
  ({ organizationId } = await service.organization());
});

/** Events whose hint died with the process that was to send it. */
async function addUnhinted(count: number): Promise<void> {
  await addEvents(service, organizationId, count);
  service.hints.take();
}

describe('waking the cursors that are behind', () => {
  test('brings the events that no hint told of, without waiting for a heartbeat', async () => {
    const receiver = await receiverOfTest();
    await addEndpoint(service, organizationId, { url: receiver.url });
    await addUnhinted(3);

    await hintCursorsBehind(service.runtime);
    await followHints(service);

    expect(receiver.sequences.toSorted()).toEqual([1, 2, 3]);
  });

  test('finds an endpoint whose heartbeat is an hour away', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await moveHeartbeat(service.runtime, endpoint, service.clock.now + HOUR_MS);
    await addUnhinted(1);

    await hintCursorsBehind(service.runtime);
    await followHints(service);

    expect(receiver.sequences).toEqual([1]);
  });

  test('sends one hint an organization, and none where every cursor is at the end of the feed', async () => {
    const receiver = await receiverOfTest();
    for (let count = 0; count < 3; count += 1) await addEndpoint(service, organizationId, { url: receiver.url });
    await addUnhinted(2);
    await hintCursorsBehind(service.runtime);
    const { now } = service.clock;
    expect(service.hints.take()).toEqual([
      { kind: 'endpoints', organizationId, resourceId: '*', dueAt: now, sequence: 2, seenAt: now },
    ]);

    await wake(service, organizationId);
    await hintCursorsBehind(service.runtime);
    expect(service.hints.take()).toEqual([]);
  });

  test('looks at more endpoints than the table reads at once', async () => {
    const receiver = await receiverOfTest();
    const organizations = [organizationId];
    for (let more = 0; more < 2; more += 1) organizations.push((await service.organization()).organizationId);
    for (const each of organizations) {
      for (let count = 0; count < 40; count += 1) await addEndpoint(service, each, { url: receiver.url });
      await addEvents(service, each, 1);
    }
    service.hints.take();

    await hintCursorsBehind(service.runtime);

    const hinted = new Set(service.hints.take().map((hint) => hint.organizationId));
    expect(hinted).toEqual(new Set(organizations));
  });

  test('goes on to try while a dead worker holds the cursor, and reaches it when the lease ends', async () => {
    const receiver = await receiverOfTest();
    const endpoint = await addEndpoint(service, organizationId, { url: receiver.url });
    await addUnhinted(1);
    await claimCursor(service.runtime, endpoint);

    await hintCursorsBehind(service.runtime);
    for (let second = 0; second < 31; second += 1) {
      const hints = service.hints.take();
      await deliver(
        service,
        hints.filter(({ dueAt }) => dueAt <= service.clock.now),
      );
      service.clock.advance(1_000);
    }

    expect(receiver.sequences).toEqual([1]);
  });

  test('finds the cursor of the bus too', async () => {
    const bus = { publish: async (events: readonly unknown[]) => events.length };
    await addEvents(service, organizationId, 1);
    await publishEvents(
      { ...service.runtime, bus },
      organizationId,
      new FeedReader(service.runtime.store, organizationId),
    );
    await addUnhinted(1);

    await hintCursorsBehind(service.runtime);

    expect(service.hints.take()).toMatchObject([{ organizationId, resourceId: '*', sequence: 2 }]);
  });
});
