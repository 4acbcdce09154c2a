import { expect, test, vi } from 'vitest';
import { lockMs } from '../../../../shared/journal/idempotency/record.ts';
import { auditRows } from '../../../support/answers.ts';
import { crashAt } from '../../../support/crash.ts';
import { type Intercept, lostAnswer } from '../../../support/faults.ts';
import { TopUpScene } from './support.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const minute = 60_000;

/** What must hold whatever has happened, once the worker had its time and the caller has sent the key again. */
async function expectOnce(scene: TopUpScene, what: string): Promise<void> {
  scene.service.clock.advance(lockMs);
  for (let rounds = 0; rounds < 3; rounds += 1) await scene.resumeAfter(minute);
  const answer = await scene.topUp();
  expect(answer.status, `${what}: ${answer.text}`).toBe(201);
  expect((await scene.topUp()).text, what).toBe(answer.text);
  for (let rounds = 0; rounds < 2; rounds += 1) await scene.resumeAfter(minute);
  expect(await scene.credited(), what).toEqual(['5.00']);
  expect(await scene.held(), what).toBe('0.00');
  // The processor charged once: whoever died before it was asked was resumed with the same key.
  expect([...scene.processor.charged.keys()], what).toHaveLength(1);
  expect(
    (await scene.intents()).every(({ state }) => state === 'settled'),
    what,
  ).toBe(true);
  const rows = await auditRows(scene.service, scene.organization);
  const succeeded = rows.filter(({ action, outcome }) => action === 'test.top-up' && outcome === 'succeeded');
  expect(succeeded, what).toHaveLength(1);
}

test.each(['before', 'after'] as const)(
  'a request that is killed %s any call to the table tops up once',
  async (moment) => {
    let call = 1;
    for (let isKilled = true; isKilled; call += 1) {
      const scene = await TopUpScene.start();
      const { intercept, crashed } = crashAt({ call, moment });
      const outcome = await Promise.race([crashed, scene.topUp({ through: scene.process(intercept) })]);
      isKilled = outcome === 'crashed';
      await expectOnce(scene, `killed ${moment} call ${call}`);
    }
    // Two commits with their reads, the record, nonce, rate and key.
    expect(call).toBeGreaterThan(8);
  },
);

test.each(['before', 'after'] as const)(
  'a worker that is killed %s any call to the table tops up once',
  async (moment) => {
    let call = 1;
    for (let isKilled = true; isKilled; call += 1) {
      const scene = await TopUpScene.start();
      scene.processor.onTheWay = async () => {
        throw new Error('no answer');
      };
      await scene.topUp();
      scene.processor.onTheWay = (go) => go();
      const { intercept, crashed } = crashAt({ call, moment });
      const outcome = await Promise.race([crashed, scene.resumeAfter(minute, scene.process(intercept))]);
      isKilled = outcome === 'crashed';
      await expectOnce(scene, `worker killed ${moment} call ${call}`);
    }
    expect(call).toBeGreaterThan(5);
  },
);

test.each([
  ['request', 'asked'],
  ['request', 'answered'],
  ['worker', 'asked'],
  ['worker', 'answered'],
] as const)('a %s that is killed when the processor was %s tops up once', async (who, when) => {
  const scene = await TopUpScene.start();
  const killed = Promise.withResolvers<void>();
  const dies = async (go: () => Promise<unknown>) => {
    if (when === 'answered') await go();
    killed.resolve();
    return new Promise<never>(() => {});
  };
  if (who === 'worker') {
    scene.processor.onTheWay = async () => {
      throw new Error('no answer');
    };
    await scene.topUp();
  }
  scene.processor.onTheWay = dies as typeof scene.processor.onTheWay;
  await Promise.race([killed.promise, who === 'worker' ? scene.resumeAfter(minute) : scene.topUp()]);
  scene.processor.onTheWay = (go) => go();
  await expectOnce(scene, `${who} killed when ${when}`);
});

test.each([
  ['took effect', true],
  ['never arrived', false],
])('the answer to any write is lost, and it %s', async (_, tookEffect) => {
  let strike = 1;
  for (let isStruck = true; isStruck; strike += 1) {
    const scene = await TopUpScene.start();
    let writes = 0;
    const losing: Intercept = async (call, send) => {
      const isWrite = !call.name.includes('Get') && call.name !== 'Query';
      if (isWrite) writes += 1;
      if (!isWrite || writes !== strike) return send();
      if (tookEffect) await send();
      throw lostAnswer();
    };
    const answer = await scene.topUp({ through: scene.process(losing) });
    isStruck = writes >= strike;
    expect([201, 500, 503], answer.text).toContain(answer.status);
    await expectOnce(scene, `write ${strike}`);
  }
  expect(strike).toBeGreaterThan(5);
});
