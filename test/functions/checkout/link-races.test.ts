import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordRef } from '../../../shared/journal/idempotency/claim.ts';
import { IdempotencyRecordEntity, lockMs } from '../../../shared/journal/idempotency/record.ts';
import { afterRequestMs } from '../../../shared/journal/intents/create-intent.ts';
import { resume } from '../../shared/journal/commit/support.ts';
import { auditRows } from '../../support/answers.ts';
import { unanswered } from '../../support/checkout/fake-acquirer.ts';
import { crashAt } from '../../support/crash.ts';
import { beforeFirst, lostAnswer, transactionConflict } from '../../support/faults.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { Answer, TestService } from '../../support/service.ts';
import { suspendedMeanwhile } from '../../support/suspended-meanwhile.ts';
import { type Body, expectRefused, LinkScene, mug } from './links-support.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let scene: LinkScene;

beforeEach(async () => {
  scene = await LinkScene.start();
});

const publishing = 'Endpoints > Publish a checkout link';
const minuteMs = 60_000;
const items = [{ name: 'Lid', quantity: 1, unitAmount: '3.00' }];

/** Gives the worker its time. */
async function settleAll(): Promise<void> {
  scene.service.clock.advance(lockMs);
  for (let round = 0; round < 3; round += 1) await scene.resumeAfter(minuteMs);
  expect((await scene.intents()).every(({ state }) => state === 'settled')).toBe(true);
}

/** Prices stand where a published link shows them, or a draft can, and nowhere else. */
async function expectNoStrayPrice(what: string): Promise<void> {
  const shown = (await scene.list('?limit=100')).data.map(({ linkId }: Body) => linkId);
  const open = [...scene.acquirer.prices].filter(([key]) => scene.acquirer.open.includes(`price_${key}`));
  const linksOfPrices = open.map(([, { linkId }]) => linkId);
  expect(new Set(linksOfPrices).size, what).toBe(linksOfPrices.length);
  expect(
    linksOfPrices.filter((linkId) => !shown.includes(linkId)),
    what,
  ).toEqual([]);
}

const typeOf = ({ status, body }: Answer) => (status < 300 ? body.status : body.type);

/** What a second request meets while the acquirer is asked for the first one's page. */
async function during(link: Body, act: () => Promise<Answer>): Promise<[first: string, second: string]> {
  let second: Answer | undefined;
  scene.acquirer.onTheWay = async (go) => {
    scene.acquirer.onTheWay = (arrives) => arrives();
    second = await act();
    return go();
  };
  const first = await scene.publish(link);
  return [typeOf(first), typeOf(second as Answer)];
}

describe('while a link is being published', () => {
  test.each([
    ['another publish', (link: Body) => scene.publish(link)],
    ['an edit', (link: Body) => scene.patch(link, { items })],
    ['a delete', (link: Body) => scene.delete(link)],
  ] as const)(
    '%s answers CONFLICT, and the link is published at the price that the acquirer was told',
    async (_name, act) => {
      const link = await scene.created();
      expect(await during(link, () => act(link))).toEqual(['sent', 'CONFLICT']);
      expect(await scene.read(link)).toMatchObject({ status: 'sent', total: '12.50' });
      expect([...scene.acquirer.prices.values()]).toMatchObject([{ total: '1250' }]);
    },
  );

  test(
    'an edit that lands first is published, at the price that it made',
    quotes({ [publishing]: 'or edit in flight' }),
    async () => {
      const link = await scene.created();
      const through = scene.process(beforeFirst('TransactWrite', () => scene.patch(link, { items })));
      expect(bodyOf(await scene.publish(link, { through }))).toMatchObject({ status: 'sent', total: '3.00' });
      expect(await scene.read(link)).toMatchObject({ status: 'sent', total: '3.00' });
      expect([...scene.acquirer.prices.values()]).toMatchObject([{ total: '300' }]);
    },
  );

  test('a pause finds a draft', async () => {
    const link = await scene.created();
    expect(await during(link, () => scene.pause(link))).toEqual(['sent', 'BAD_REQUEST']);
  });
});

describe('of two requests at once', () => {
  const race = (first: Promise<Answer>, second: Promise<Answer>) => Promise.all([first, second]);

  test('two publications publish once', async () => {
    const link = await scene.created();
    const answers = (await race(scene.publish(link), scene.publish(link))).map(typeOf);
    expect(answers.every((type) => type === 'sent' || type === 'CONFLICT')).toBe(true);
    expect(answers).toContain('sent');
    expect(scene.acquirer.prices.size).toBe(1);
    await expectNoStrayPrice('two publications');
  });

  test('a publication and an edit agree on the price', async () => {
    const link = await scene.created();
    await race(scene.publish(link), scene.patch(link, { items }));
    await settleAll();
    const { status, total } = await scene.read(link);
    const prices = [...scene.acquirer.prices.values()].map((price) => price.total);
    if (status === 'sent') expect(prices).toEqual([total.replace('.', '')]);
    await expectNoStrayPrice('publication and edit');
  });

  test('a publication and a delete leave a published link, or nothing', async () => {
    const link = await scene.created();
    const answers = (await race(scene.publish(link), scene.delete(link))).map(typeOf);
    await settleAll();
    const left = (await scene.list()).data;
    expect(left.map(({ status }: Body) => status)).toEqual(answers[0] === 'sent' ? ['sent'] : []);
    await expectNoStrayPrice('publication and delete');
  });

  test('two creates under one key make one link', async () => {
    const body = { ...mug, publish: true };
    await race(scene.create(body, { key: 'key' }), scene.create(body, { key: 'key' }));
    scene.service.clock.advance(lockMs);
    const { linkId } = bodyOf(await scene.create(body, { key: 'key' }), 201);
    expect((await scene.list()).data).toMatchObject([{ linkId, status: 'sent' }]);
    expect(scene.acquirer.prices.size).toBe(1);
  });
});

test('a publication that a worker settles first, at the request’s own commit, is not answered as published', async () => {
  const link = await scene.created();
  // The request stands still once it has its answer, until the worker's turn comes.
  scene.acquirer.onTheWay = async (go) => {
    scene.acquirer.onTheWay = (arrives) => arrives();
    const report = await go();
    scene.service.clock.advance(afterRequestMs);
    return report;
  };
  let settledByWorker = 0;
  const through = scene.process(async ({ name }, send) => {
    const isSettlement = name === 'TransactWrite' && scene.acquirer.prices.size > 0 && settledByWorker === 0;
    if (isSettlement) settledByWorker = await scene.resumeAfter(0);
    return send();
  });
  const answer = await scene.publish(link, { through });
  expect(settledByWorker).toBe(1);
  expect(answer).toMatchObject({ status: 500, body: { type: 'INTERNAL' } });
  // The worker's audit row, in the request's name, says the same.
  const rows = (await auditRows(scene.service, scene.of)).filter(({ action }) => action === 'checkout_link.publish');
  expect(await scene.read(link)).toMatchObject({ status: 'draft' });
  expect(rows).toMatchObject([{ outcome: 'refused', errorType: 'INTERNAL' }]);
  expect(bodyOf(await scene.publish(link)).status).toBe('sent');
  expect(scene.acquirer.prices.size).toBe(1);
});

describe('a request that is killed', () => {
  const killings = ['before', 'after'] as const;

  test.each(killings)(
    '%s any call to the table creates and publishes one link, once it is sent again',
    async (moment) => {
      const create = (through = scene.service) => scene.create({ ...mug, publish: true }, { key: 'key', through });
      let call = 1;
      for (let isKilled = true; isKilled; call += 1) {
        scene = await LinkScene.start();
        const { intercept, crashed } = crashAt({ call, moment });
        isKilled = (await Promise.race([crashed, create(scene.process(intercept))])) === 'crashed';
        const what = `killed ${moment} call ${call}`;
        await settleAll();
        const link = bodyOf(await create(), 201);
        expect(link.status, what).toBe('sent');
        expect((await scene.list()).data, what).toEqual([link]);
        expect(scene.acquirer.prices.size, what).toBe(1);
        await expectNoStrayPrice(what);
        const rows = await auditRows(scene.service, scene.of);
        const succeeded = rows.filter(
          ({ action, outcome }) => action === 'checkout_link.create' && outcome === 'succeeded',
        );
        expect(succeeded, what).toHaveLength(1);
      }
      expect(call).toBeGreaterThan(8);
    },
  );

  test.each(killings)('%s any call to the table publishes once', async (moment) => {
    let call = 1;
    for (let isKilled = true; isKilled; call += 1) {
      scene = await LinkScene.start();
      const link = await scene.created();
      const { intercept, crashed } = crashAt({ call, moment });
      const killed = scene.publish(link, { key: 'key', through: scene.process(intercept) });
      isKilled = (await Promise.race([crashed, killed])) === 'crashed';
      const what = `killed ${moment} call ${call}`;
      await settleAll();
      expect(bodyOf(await scene.publish(link, { key: 'key' })).status, what).toBe('sent');
      expect(scene.acquirer.prices.size, what).toBe(1);
      await expectNoStrayPrice(what);
    }
    expect(call).toBeGreaterThan(8);
  });

  test('while the acquirer answers is published by its repetition', async () => {
    const link = await scene.created();
    const killed = Promise.withResolvers<void>();
    scene.acquirer.onTheWay = async (go) => {
      await go();
      killed.resolve();
      return new Promise<never>(() => {});
    };
    void scene.publish(link, { key: 'key' });
    await killed.promise;
    scene.acquirer.onTheWay = (go) => go();
    await settleAll();
    expect(bodyOf(await scene.publish(link, { key: 'key' })).status).toBe('sent');
    expect(scene.acquirer.prices.size).toBe(1);
  });
});

test.each(['before', 'after'] as const)(
  'a worker that is killed %s any call to the table keeps the page of a draft',
  async (moment) => {
    let call = 1;
    for (let isKilled = true; isKilled; call += 1) {
      scene = await LinkScene.start();
      const link = await scene.created();
      scene.acquirer.onTheWay = unanswered;
      await scene.publish(link);
      scene.acquirer.onTheWay = (go) => go();
      const { intercept, crashed } = crashAt({ call, moment });
      const outcome = await Promise.race([crashed, scene.resumeAfter(20_000, scene.process(intercept))]);
      isKilled = outcome === 'crashed';
      await settleAll();
      expect(bodyOf(await scene.publish(link)).status, `killed ${moment} call ${call}`).toBe('sent');
      await expectNoStrayPrice(`killed ${moment} call ${call}`);
    }
    expect(call).toBeGreaterThan(5);
  },
);

test('a publication whose commits get no answer is published, or can be published again', async () => {
  for (const [lostAt, when] of [1, 2].flatMap((nth) => [[nth, 'arrives'] as const, [nth, 'is lost'] as const])) {
    scene = await LinkScene.start();
    const link = await scene.created();
    let transactions = 0;
    const through = scene.process(async ({ name }, send) => {
      if (name !== 'TransactWrite') return send();
      transactions += 1;
      if (transactions !== lostAt) return send();
      if (when === 'arrives') await send();
      throw lostAnswer();
    });
    const answer = await scene.publish(link, { key: 'key', through });
    expect(['sent', 'INTERNAL', 'CONFLICT']).toContain(typeOf(answer));
    await settleAll();
    const again = await scene.publish(link, { key: 'key' });
    expect(typeOf(again), `commit ${lostAt} ${when}`).toBe('sent');
    expect(scene.acquirer.prices.size).toBe(1);
    await expectNoStrayPrice(`commit ${lostAt} ${when}`);
  }
});

describe('a commit whose answer is lost although it took effect', () => {
  const commits = [
    ['first', 1, false],
    ['first, which was sent twice', 1, true],
    ['second', 2, false],
  ] as const;

  /** Loses the answer of the nth commit, or has it refused as if it had met itself. */
  function losing(nth: number, isConflict: boolean): TestService {
    let transactions = 0;
    return scene.process(async ({ name }, send) => {
      const answer = await send();
      if (name !== 'TransactWrite') return answer;
      transactions += 1;
      if (transactions === nth) throw isConflict ? transactionConflict() : lostAnswer();
      return answer;
    });
  }

  const audited = async (action: string) =>
    (await auditRows(scene.service, scene.of)).filter((row) => row.action === action).map(({ outcome }) => outcome);

  test.each(commits)('of a publication, the %s: it is published', async (_which, nth, isConflict) => {
    const link = await scene.created();
    const answer = await scene.publish(link, { through: losing(nth, isConflict) });
    expect(answer.body, answer.text).toMatchObject({ status: 'sent', linkId: link.linkId });
    expect(await audited('checkout_link.publish')).toEqual(['succeeded']);
    expect(scene.acquirer.heard).toHaveLength(1);
    expect((await scene.read(link)).status).toBe('sent');
  });

  const byWhom = [
    ['a key', async () => ({ as: scene.of })],
    ['a person', async () => ({ as: await scene.service.member(scene.of.organizationId, 'owner'), keyless: true })],
  ] as const;
  const cases = byWhom.flatMap(([who, by]) => [1, 2].map((nth) => ({ who, by, nth })));

  test.each(cases)('of a create that publishes, commit $nth, by $who: it is published', async ({ by, nth }) => {
    const answer = await scene.create({ ...mug, publish: true }, { ...(await by()), through: losing(nth, false) });
    expect(answer, answer.text).toMatchObject({ status: 201, body: { status: 'sent' } });
    expect(await audited('checkout_link.create')).toEqual(['succeeded']);
    expect((await scene.list()).data).toHaveLength(1);
    expect(scene.acquirer.heard).toHaveLength(1);
  });

  test.each(['publish', 'create'] as const)('leaves a key under which %s is replayed', async (what) => {
    const link = what === 'publish' ? await scene.created() : undefined;
    const send = (through = scene.service) =>
      link
        ? scene.publish(link, { key: 'one', through })
        : scene.create({ ...mug, publish: true }, { key: 'one', through });
    const first = await send(losing(1, false));
    const again = await send();
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await scene.list()).data).toHaveLength(1);
    expect(scene.acquirer.heard).toHaveLength(1);
  });

  test.each(['arrives', 'is lost'] as const)(
    'and whose key is held again by a write that %s, is answered once as new',
    async (when) => {
      let transactions = 0;
      let claims = 0;
      const through = scene.process(async ({ name, input }, send) => {
        if (name === 'Put' && /IDEMPOTENCY#/.test(JSON.stringify(input))) {
          claims += 1;
          if (claims === 2 && when === 'is lost') throw lostAnswer();
          if (claims !== 2) return send();
          await send();
          throw lostAnswer();
        }
        const answer = await send();
        if (name !== 'TransactWrite') return answer;
        transactions += 1;
        if (transactions === 1) throw lostAnswer();
        return answer;
      });
      const create = (by = scene.service) => scene.create({ ...mug, publish: true }, { key: 'one', through: by });
      const answers = [await create(through)];
      expect(claims).toBe(2);
      await settleAll();
      answers.push(await create(), await create());
      const asNew = answers.filter(({ status, headers }) => status === 201 && !headers['idempotency-replayed']);
      expect(asNew).toHaveLength(1);
      expect((await scene.list()).data).toHaveLength(1);
      expect(scene.acquirer.prices.size).toBe(1);
    },
  );

  test('and whose key another request held meanwhile, is answered once as new', async () => {
    const { store } = scene.service.runtime;
    const place = { organizationId: scene.of.organizationId, key: 'one' };
    let claims = 0;
    let transactions = 0;
    const through = scene.process(async ({ name, input }, send) => {
      if (name === 'Put' && /IDEMPOTENCY#/.test(JSON.stringify(input))) {
        claims += 1;
        if (claims !== 2) return send();
        // The other request finds the link in flight, and frees the key when it is refused.
        const running = { hash: 'the same', state: 'running', lockedUntil: 0, requestId: 'req_other' } as const;
        await store.put(IdempotencyRecordEntity, { ...place, ...running, owner: 'the other request' });
        return send().finally(() => store.remove(recordRef(place), {}));
      }
      const answer = await send();
      if (name !== 'TransactWrite') return answer;
      transactions += 1;
      if (transactions === 1) throw lostAnswer();
      return answer;
    });
    const create = (by = scene.service) => scene.create({ ...mug, publish: true }, { key: 'one', through: by });
    expectRefused(await create(through), 'INTERNAL', 'the draft is kept');
    expect(claims).toBe(2);
    await settleAll();
    const [first, again] = [await create(), await create()];
    expect(first).toMatchObject({ status: 201, body: { status: 'sent' } });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect((await scene.list()).data).toHaveLength(1);
    expect(scene.acquirer.prices.size).toBe(1);
  });

  test('is of no use where it never arrived: nothing was begun, and the key is free', async () => {
    const link = await scene.created();
    const through = scene.process(async ({ name }, send) => {
      if (name === 'TransactWrite') throw lostAnswer();
      return send();
    });
    expect(typeOf(await scene.publish(link, { key: 'one', through }))).toBe('INTERNAL');
    expect(await scene.intents()).toEqual([]);
    expect(typeOf(await scene.publish(link, { key: 'one' }))).toBe('sent');
  });
});

describe('in an organization that is suspended after a request was let in', () => {
  test.each([
    ['create', (_link: Body, through: TestService) => scene.create(mug, { through })],
    ['publish', (link: Body, through: TestService) => scene.publish(link, { through })],
    ['change', (link: Body, through: TestService) => scene.patch(link, { items }, { through })],
    ['delete', (link: Body, through: TestService) => scene.delete(link, { through })],
    ['pause', (link: Body, through: TestService) => scene.pause(link, { through })],
  ])('nobody can %s a link', async (what, act) => {
    const link = what === 'pause' ? await scene.published() : await scene.created();
    const answer = await act(link, suspendedMeanwhile(scene.service, scene.of.organizationId));
    expect(answer, answer.text).toMatchObject({ status: 403, body: { type: 'ACCOUNT_BLOCKED' } });
    await resume(scene.service.runtime, scene.of.organizationId);
    expect((await scene.list()).data).toEqual([link]);
  });
});

test('a request that slept until its key was taken over changes nothing', async () => {
  const link = await scene.created();
  const slept = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let isFirst = true;
  const sleeper = scene.process(async ({ name }, send) => {
    if (name === 'TransactWrite' && isFirst) {
      isFirst = false;
      begun.resolve();
      await slept.promise;
    }
    return send();
  });
  const late = scene.publish(link, { key: 'key', through: sleeper });
  await begun.promise;
  scene.service.clock.advance(lockMs + 1);
  expect(typeOf(await scene.publish(link, { key: 'key' }))).toBe('sent');
  slept.resolve();
  expect(typeOf(await late)).not.toBe('sent');
  expect(scene.acquirer.prices.size).toBe(1);
});

test('a worker that is told of an intent that does not exist, or twice of one, does nothing', async () => {
  const link = await scene.created();
  scene.acquirer.onTheWay = unanswered;
  await scene.publish(link);
  scene.acquirer.onTheWay = (go) => go();
  const both = await Promise.all([scene.resumeAfter(20_000), scene.resumeAfter(0)]);
  expect(both.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  await settleAll();
  expect(scene.acquirer.prices.size).toBe(1);
  expect(scene.acquirer.closed).toEqual([]);
});
