import { beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptRef, attemptWork } from '../../../../shared/checkout/attempts/attempt.ts';
import { cancelWork } from '../../../../shared/journal/due/due-work.ts';
import { IntentEntity } from '../../../../shared/journal/intents/intent.ts';
import type { SessionCall } from '../../../../shared/ports/card-acquirer.ts';
import { storedItems } from '../../../support/answers.ts';
import { Buyer, ledTo, locationOf } from '../../../support/checkout/buyer.ts';
import { deliverInBatches, readFeed } from '../../../support/journey.ts';
import { AttemptScene } from './support.ts';

// Each call of a story is its last once: slow where the machine is busy.
vi.setConfig({ testTimeout: 180_000 });

const halfHourMs = 30 * 60_000;
const title = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
let scene: AttemptScene;

beforeEach(async () => {
  scene = await AttemptScene.start();
});

/** The card page that the acquirer has opened for the link's only attempt. */
async function lostSession() {
  const intents = await storedItems(scene.service, IntentEntity.entityName);
  const intent = intents.find(({ call }) => String(call).includes(scene.link.linkId));
  const call = JSON.parse(String(intent?.call)) as SessionCall;
  const found = await scene.acquirer.sessions.find(String(intent?.intentId), call);
  if (found.outcome !== 'done') throw new Error('the acquirer opened no card page');
  return { organizationId: scene.organization.organizationId, sessionId: found.result.sessionId };
}

/** A buyer submits, and the acquirer does not say whether there is a card page. */
async function submitUnclear(): Promise<Buyer> {
  scene.loseCardPages();
  const buyer = new Buyer(scene.service);
  expect(title((await buyer.get(ledTo(await buyer.payByCard(scene.path)))).text)).toBe('One moment');
  return buyer;
}

async function giveUp(): Promise<void> {
  scene.service.clock.advance(halfHourMs);
  await scene.workNow();
}

/** Asks the acquirer about what it has not answered, and lets other work wait. */
async function settleIntents(): Promise<void> {
  const { service } = scene;
  service.hints.take();
  const pending = await storedItems(service, IntentEntity.entityName);
  const due = pending.map(({ organizationId, intentId }) => ({
    organizationId: String(organizationId),
    kind: 'intents' as const,
    resourceId: String(intentId),
    dueAt: service.clock.now,
  }));
  await deliverInBatches(service, due);
}

describe('a card page of which the acquirer says nothing clear', () => {
  test('gives its place back when its half hour is over, not a day later', async () => {
    const buyer = await submitUnclear();
    expect(await scene.placesTaken()).toBe(1);
    scene.service.clock.advance(halfHourMs - 1_000);
    await scene.workNow();
    expect(await scene.placesTaken()).toBe(1);
    expect(await new Buyer(scene.service).payByCard(scene.path, '0'.repeat(32))).toMatchObject({ status: 409 });

    scene.service.clock.advance(1_000);
    await scene.workNow();

    expect(await scene.placesTaken()).toBe(0);
    expect(await scene.attempts()).toMatchObject([{ status: 'closed', givenUp: true }]);
    scene.faults = {};
    expect(title((await new Buyer(scene.service).pay(scene.path)).text)).toBe('Payment received');
    expect(await buyer.payByCard(scene.path, '0'.repeat(32))).toMatchObject({ status: 409 });
  });

  test('is closed when it is found, and nobody can pay on it', async () => {
    await submitUnclear();
    await giveUp();
    const session = await lostSession();
    scene.faults = {};
    await scene.settleAll();
    const { state } = (await scene.acquirer.readSession(session.organizationId, session.sessionId, 0)) ?? {};
    expect(state).toBe('closed');
    expect(await scene.attempts()).toMatchObject([{ status: 'closed', holdsPlace: false, ttl: expect.any(Number) }]);
    expect(await scene.payments()).toEqual([]);
    expect(await scene.placesTaken()).toBe(0);
  });

  test('is shown to nobody between its discovery and its end', async () => {
    const buyer = await submitUnclear();
    const [{ pageToken } = {}] = await scene.attempts();
    await giveUp();
    scene.faults = {
      readSession: async (_of, sessionId) => ({ sessionId, state: 'open' }),
      closeSession: async () => {
        throw new Error('no answer');
      },
    };
    scene.service.clock.advance(halfHourMs);
    await scene.workNow();
    expect(await scene.attempts()).toMatchObject([{ status: 'open', givenUp: true }]);
    expect(title((await buyer.get(`/p/checkout-attempt/${pageToken}`)).text)).toBe('One moment');
    scene.faults = {};
    await scene.settleAll();
    expect(title((await buyer.get(`/p/checkout-attempt/${pageToken}`)).text)).toBe('Payment canceled');
  });

  test('is shown to no other tab once its browser has begun again, whatever the clock of a process says', async () => {
    await scene.newLink({ maxPayments: 4 });
    const buyer = await submitUnclear();
    const [{ pageToken, expiresAt } = {}] = await scene.attempts();
    scene.faults = {};
    scene.service.clock.now = Number(expiresAt);
    const cardPage = locationOf(await buyer.payByCard(scene.path, '0'.repeat(32)));

    scene.service.clock.now -= 20_000;
    await settleIntents();

    const otherTab = await buyer.get(`/p/checkout-attempt/${pageToken}`);
    expect(otherTab.headers.location).toBeUndefined();
    expect(title(otherTab.text)).toBe('One moment');
    expect(title((await buyer.get(ledTo(await buyer.choose(cardPage)))).text)).toBe('Payment received');
    await scene.settleAll();
    expect(await scene.payments()).toMatchObject([{ status: 'paid' }]);
    expect((await scene.attempts()).map(({ status }) => status).sort()).toEqual(['closed', 'complete']);
    expect(await scene.placesTaken()).toBe(1);
  });

  test('has its money recorded as late, beside the payment that took the place', async () => {
    await submitUnclear();
    const session = await lostSession();
    await scene.acquirer.testCardPage?.pay(scene.service.runtime.ids, session, '4242424242424242');
    await giveUp();
    const { sessions } = scene.acquirer;
    scene.faults = { sessions: { ...sessions, find: async () => ({ outcome: 'absent' }) } };
    expect(title((await new Buyer(scene.service).pay(scene.path)).text)).toBe('Payment received');
    scene.faults = {};
    await scene.settleAll();
    const payments = await scene.payments();
    expect(payments.map(({ status, late = false }) => `${status} ${late}`).sort()).toEqual(['paid false', 'paid true']);
    expect(await scene.placesTaken()).toBe(2);
    expect(await readFeed(scene.service, scene.organization)).toHaveLength(2);
    expect((await scene.attempts()).map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  test('leaves nothing behind where the acquirer has never heard of it', async () => {
    const { sessions } = scene.acquirer;
    scene.faults = { sessions: { ...sessions, call: async () => ({ outcome: 'unclear' }) } };
    await new Buyer(scene.service).payByCard(scene.path);
    await giveUp();
    expect((await scene.attempts())[0]).not.toHaveProperty('ttl');
    await scene.settleAll();
    expect(await scene.attempts()).toMatchObject([{ status: 'closed', ttl: expect.any(Number) }]);
    expect(await scene.placesTaken()).toBe(0);
  });

  test('that is found while the request still waits, behind the deadline of the link, is not shown', async () => {
    await scene.newLink({ expiresAt: scene.service.clock.now + 1_000 });
    const { sessions } = scene.acquirer;
    const call: typeof sessions.call = async (...asked) => {
      const report = await sessions.call(...asked);
      scene.service.clock.advance(1_000);
      await scene.workNow();
      return report;
    };
    scene.faults = { sessions: { ...sessions, call } };
    expect(await new Buyer(scene.service).payByCard(scene.path)).toMatchObject({ status: 503 });
    await scene.settleAll();
    expect(await scene.attempts()).toMatchObject([{ status: 'closed' }]);
    expect(await scene.placesTaken()).toBe(0);
  });

  test('of an earlier release, whose attempt had no work from the start, opens as before', async () => {
    const buyer = await submitUnclear();
    const [{ attemptId } = {}] = await scene.attempts();
    const { organizationId } = scene.organization;
    const { store, ids } = scene.service.runtime;
    await store.transact([cancelWork(attemptWork({ organizationId, attemptId: String(attemptId) }))], ids.token());
    scene.faults = {};
    scene.service.clock.advance(60_000);
    await scene.workNow();
    expect(await store.get(attemptRef(organizationId, String(attemptId)))).toMatchObject({ status: 'open' });
    const cardPage = locationOf(await buyer.payByCard(scene.path, '0'.repeat(32)));
    expect(title((await buyer.get(ledTo(await buyer.choose(cardPage)))).text)).toBe('Payment received');
  });
});

describe.each(['before', 'after'] as const)('a worker that is killed %s any call to the table', (moment) => {
  test('gives the place of an attempt that it gives up back once', async () => {
    const calls = await scene.killAtEachCall(
      moment,
      async () => {
        await submitUnclear();
        scene.service.clock.advance(halfHourMs);
      },
      (process) => scene.workNow(process),
      async (what) => {
        scene.service.clock.advance(60_000);
        await scene.workNow();
        expect(await scene.placesTaken(), what).toBe(0);
        expect(await scene.attempts(), what).toMatchObject([{ status: 'closed', givenUp: true }]);
        scene.faults = {};
        await scene.settleAll();
        expect(await scene.placesTaken(), what).toBe(0);
        expect(await scene.attempts(), what).toMatchObject([{ status: 'closed', givenUp: true }]);
      },
    );
    expect(calls).toBeGreaterThan(4);
  });

  test('closes a card page that it finds', async () => {
    const calls = await scene.killAtEachCall(
      moment,
      async () => {
        await submitUnclear();
        await giveUp();
        scene.faults = {};
        scene.service.clock.advance(halfHourMs);
      },
      (process) => scene.workNow(process),
      async (what) => {
        const session = await lostSession();
        await scene.settleAll();
        const found = await scene.acquirer.readSession(session.organizationId, session.sessionId, 0);
        expect(found?.state, what).toBe('closed');
        expect(await scene.attempts(), what).toMatchObject([{ status: 'closed', ttl: expect.any(Number) }]);
        expect(await scene.placesTaken(), what).toBe(0);
      },
    );
    expect(calls).toBeGreaterThan(8);
  });
});
