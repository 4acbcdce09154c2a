import { beforeEach, expect, test } from 'vitest';
import type { Intercept } from '../../../support/faults.ts';
import { TopUpScene } from './support.ts';

const hour = 60 * 60 * 1000;

let scene: TopUpScene;

/** A request whose processor did not answer. */
beforeEach(async () => {
  scene = await TopUpScene.start();
  scene.processor.onTheWay = async () => {
    throw new Error('no answer');
  };
  await scene.topUp();
  scene.processor.onTheWay = (go) => go();
});

test('a worker whose clock is wrong calls no processor: it may have forgotten the key by now', async () => {
  const { clock, runtime } = scene.service;
  clock.advance(25 * hour);
  const behind = 20 * hour;
  const store = { ...runtime.store, tableClock: { errorMs: -behind, isInDoubt: true } as never };
  const wrong = scene.service.process((_, send) => send(), { clock: () => clock.now - behind, store });
  await scene.resumeAfter(0, wrong);
  expect(scene.processor.heard).toEqual([]);
  await scene.resumeAfter(hour);
  expect(scene.processor.heard.map(({ what }) => what)).toEqual(['find']);
});

test('a worker that finds the intent settled meanwhile raises no alarm', async () => {
  const settling: Intercept = async (call, send) => {
    if (call.name === 'Update' && JSON.stringify(call.input).includes('INTENT#')) await scene.resumeAfter(31_000);
    return send();
  };
  await scene.resumeAfter(2 * hour, scene.process(settling));
  expect(await scene.intents()).toMatchObject([{ state: 'settled', said: 'done' }]);
  expect(await scene.credited()).toEqual(['5.00']);
  expect(scene.errors.slice(1)).toEqual([]);
});

test('a settlement that throws leaves the key bound and rings, and goes through once it is mended', async () => {
  const { settle } = scene.kind;
  scene.kind.settle = () => {
    throw new Error('a bug');
  };
  for (let times = 0; times < 15; times += 1) await scene.resumeAfter(hour);
  expect(scene.errors).toContain('due work keeps failing');
  expect(await scene.record()).toMatchObject({ state: 'bound' });
  scene.kind.settle = settle;
  await scene.resumeAfter(hour);
  expect((await scene.topUp()).status).toBe(201);
  expect(await scene.credited()).toEqual(['5.00']);
  expect(scene.processor.charged.size).toBe(1);
});
