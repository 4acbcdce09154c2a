import { beforeEach, describe, expect, test, vi } from 'vitest';
import { linkRef } from '../../../../shared/checkout/links/link.ts';
import { updateOf } from '../../../../shared/ground/table/update-expression.ts';
import { removeIf, updateIf } from '../../../../shared/ground/table/writes.ts';
import { Buyer, linkNow, locationOf } from '../../../support/checkout/buyer.ts';
import { beforeFirst } from '../../../support/faults.ts';
import { bodyOf, readFeed, settle } from '../../../support/journey.ts';
import type { TestService } from '../../../support/service.ts';
import { headOf, suspend } from '../../journal/commit/support.ts';
import { AttemptScene } from './support.ts';

// Each call of a story is its last once: slow where the machine is busy.
vi.setConfig({ testTimeout: 180_000 });

const title = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
const view = '0'.repeat(32);
let scene: AttemptScene;

beforeEach(async () => {
  scene = await AttemptScene.start();
});

const headVersion = async () => (await headOf(scene.service.runtime, scene.organization.organizationId)).version;

/** As its endpoint does, by the merchant. */
async function pause(): Promise<void> {
  bodyOf(await scene.service.post(`${linkPath()}/pause`, scene.organization, {}));
}

function linkPath(): string {
  return `/checkout/organizations/${scene.organization.organizationId}/links/${scene.link.linkId}`;
}

/** A buyer who is on the card page, and the page to which the buyer can go back. */
async function onCardPage() {
  const buyer = new Buyer(scene.service);
  const cardPage = locationOf(await buyer.payByCard(scene.path));
  const [{ pageToken } = {}] = await scene.attempts();
  return {
    buyer,
    cardPage,
    back: `/p/checkout-attempt/${pageToken}`,
    cancel: `/p/checkout-attempt/${pageToken}/cancel`,
  };
}

const cancelBy = (process: TestService, cancel: string) => new Buyer(process).get(cancel);

describe('the head of the journal', () => {
  test('is moved by the payment alone, and by no card page that opens or ends', async () => {
    const before = await headVersion();
    const { buyer, cancel } = await onCardPage();
    await buyer.get(cancel);
    expect(await scene.attempts()).toMatchObject([{ status: 'closed' }]);
    expect(await headVersion()).toBe(before);

    await buyer.pay(scene.path);
    expect(await headVersion()).toBe(before + 1);
    expect(await readFeed(scene.service, scene.organization)).toHaveLength(1);
  });

  test('is not moved where the acquirer refuses a card page, nor where an attempt is given up', async () => {
    const before = await headVersion();
    const { sessions } = scene.acquirer;
    scene.faults = { sessions: { ...sessions, call: async () => ({ outcome: 'refused' }) } };
    expect(await new Buyer(scene.service).payByCard(scene.path)).toMatchObject({ status: 503 });
    scene.loseCardPages();
    await new Buyer(scene.service).payByCard(scene.path);
    scene.service.clock.advance(30 * 60_000);
    await scene.workNow();
    expect((await scene.attempts()).map(({ status }) => status)).toEqual(['closed', 'closed']);
    expect(await scene.placesTaken()).toBe(0);
    expect(await headVersion()).toBe(before);
  });
});

describe('a place', () => {
  test('is given back once, however many end the attempt at once', async () => {
    await scene.newLink({ maxPayments: 3 });
    const { cancel } = await onCardPage();
    await new Buyer(scene.service, undefined, '198.51.100.9').payByCard(scene.path);
    expect(await scene.placesTaken()).toBe(2);
    const processes = [1, 2, 3, 4].map(() => scene.process((_call, send) => send()));
    await Promise.all(processes.map((process) => cancelBy(process, cancel)));
    expect(await scene.placesTaken()).toBe(1);
    await settle(scene.service);
    expect(await scene.placesTaken()).toBe(0);
  });

  test('is given back once where one ends the attempt between the reading and the commit of another', async () => {
    await scene.newLink({ maxPayments: 3 });
    const { cancel } = await onCardPage();
    const slow = scene.process(beforeFirst('TransactWrite', () => cancelBy(scene.service, cancel)));
    expect(title((await cancelBy(slow, cancel)).text)).toBe('Payment canceled');
    expect(await scene.placesTaken()).toBe(0);
  });

  test('is not given back, and the payment recorded once, where the buyer cancels while it is recorded', async () => {
    const { buyer, cardPage, back, cancel } = await onCardPage();
    await buyer.choose(cardPage);
    const slow = scene.process(beforeFirst('TransactWrite', () => cancelBy(scene.service, cancel)));
    expect(title((await new Buyer(slow).get(back)).text)).toBe('Payment received');
    expect(await scene.payments()).toMatchObject([{ status: 'paid' }]);
    expect(await scene.placesTaken()).toBe(1);
    expect(await readFeed(scene.service, scene.organization)).toHaveLength(1);
  });

  test('that is the last one is had by one of those who come at once', async () => {
    const buyers = [1, 2, 3, 4].map((last) => new Buyer(scene.service, undefined, `203.0.113.${last}`));
    const answers = await Promise.all(buyers.map((buyer) => buyer.payByCard(scene.path, view)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409]);
    expect(await scene.placesTaken()).toBe(1);
  });

  test('that somebody took between the reading and the commit is not taken again', async () => {
    const other = new Buyer(scene.service, undefined, '198.51.100.9');
    const slow = scene.process(beforeFirst('TransactWrite', () => other.payByCard(scene.path, view)));
    expect(await new Buyer(slow).payByCard(scene.path, view)).toMatchObject({ status: 409 });
    expect(await scene.placesTaken()).toBe(1);
    expect(await scene.attempts()).toHaveLength(1);
  });

  test('is kept in the count where the merchant changes the link meanwhile', async () => {
    await scene.newLink({ maxPayments: 3 });
    const { service, organization, link } = scene;
    const expiresAt = new Date(service.clock.now + 86_400_000).toISOString();
    const slow = scene.process(beforeFirst('TransactWrite', () => new Buyer(service).payByCard(scene.path, view)));
    bodyOf(await slow.call('PATCH', linkPath(), organization, { body: { expiresAt }, idempotencyKey: 'later' }));
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: 1, expiresAt: Date.parse(expiresAt) });
  });
});

describe.each([
  ['that counts its places', { maxPayments: 3 }],
  ['without bounds', { maxPayments: undefined }],
])('no card page opens on a link %s', (_what, changes) => {
  beforeEach(() => scene.newLink(changes));

  /** A submission that has read the link, and commits once the merchant has acted. */
  async function submitBehind(act: () => Promise<unknown>): Promise<number> {
    const slow = scene.process(beforeFirst('TransactWrite', act));
    const { status } = await new Buyer(slow).payByCard(scene.path, view);
    expect(await scene.attempts()).toEqual([]);
    return status;
  }

  test('behind a pause', async () => {
    expect(await submitBehind(pause)).toBe(410);
    expect(await scene.placesTaken()).toBe(0);
  });

  test('behind a suspension', async () => {
    const { service, organization } = scene;
    expect(await submitBehind(() => suspend(service.runtime, organization.organizationId))).toBe(403);
    expect(await scene.placesTaken()).toBe(0);
  });

  test('behind its deletion', async () => {
    const { store, ids } = scene.service.runtime;
    const remove = removeIf(linkRef(scene.organization.organizationId, scene.link.linkId), {});
    expect(await submitBehind(() => store.transact([remove], ids.token()))).toBe(404);
  });

  test('behind a deadline that has been moved', async () => {
    const { service, organization, link } = scene;
    const { store, ids, clock } = service.runtime;
    const soon = updateOf<typeof link>({ set: { expiresAt: clock() }, add: { version: 1 } });
    const write = updateIf(linkRef(organization.organizationId, link.linkId), soon);
    expect(await submitBehind(() => store.transact([write], ids.token()))).toBe(410);
    expect(await scene.placesTaken()).toBe(0);
  });
});

describe('a card page that the acquirer opens', () => {
  test.each([
    ['a pause', () => pause()],
    ['a suspension', () => suspend(scene.service.runtime, scene.organization.organizationId)],
  ])('behind %s is closed within a minute, and its place is free', async (_what, act) => {
    const { sessions } = scene.acquirer;
    const call: typeof sessions.call = async (...asked) => {
      await act();
      return sessions.call(...asked);
    };
    scene.faults = { sessions: { ...sessions, call } };
    const cardPage = locationOf(await new Buyer(scene.service).payByCard(scene.path));
    expect(await scene.attempts()).toMatchObject([{ status: 'open' }]);
    scene.faults = {};
    scene.service.clock.advance(60_000);
    await scene.workNow();
    expect(await scene.attempts()).toMatchObject([{ status: 'closed', holdsPlace: false }]);
    expect(await scene.placesTaken()).toBe(0);
    await new Buyer(scene.service).choose(cardPage);
    await settle(scene.service);
    expect(await scene.payments()).toEqual([]);
  });
});

describe.each(['before', 'after'] as const)('a process that is killed %s any call to the table', (moment) => {
  const endings: [what: string, end: (process: TestService, cancel: string) => Promise<unknown>][] = [
    ['while a buyer cancels', cancelBy],
    ['while a worker ends the card page', (process) => scene.workNow(process)],
  ];
  test.each(endings)('%s gives the place back once', async (_what, end) => {
    let cancel = '';
    const calls = await scene.killAtEachCall(
      moment,
      async () => {
        ({ cancel } = await onCardPage());
        await pause();
        scene.service.clock.advance(60_000);
      },
      (process) => end(process, cancel),
      async (what) => {
        await settle(scene.service);
        expect(await scene.attempts(), what).toMatchObject([{ status: 'closed' }]);
        expect(await scene.placesTaken(), what).toBe(0);
      },
    );
    expect(calls).toBeGreaterThan(3);
  });
});
