import { afterEach, expect, test } from 'vitest';
import { executeIntent } from '../../../../shared/journal/intents/execute-intent.ts';
import { expectError } from '../../../support/answers.ts';
import { TopUpScene } from './support.ts';

// What could never be settled is not begun.

let scene: TopUpScene;

afterEach(async () => {
  expect(scene.processor.heard).toEqual([]);
  expect(await scene.intents()).toEqual([]);
  expect(await scene.held()).toBe('0.00');
  expect(await scene.record()).toBeUndefined();
});

test('an answer with a secret: a worker could not seal it', async () => {
  scene = await TopUpScene.start({ secretResponse: true });
  expectError(await scene.topUp(), 'INTERNAL');
});

test('a key of somebody who is to join: the settlement looks for the keys of the organization', async () => {
  scene = await TopUpScene.start({ permission: 'join', callers: ['session'] });
  const owner = await scene.service.member(scene.organization.organizationId, 'owner');
  expectError(await scene.topUpAs(owner, scene.service, 'key'), 'INTERNAL');
});

test('a mode that has no processor', async () => {
  scene = await TopUpScene.start();
  Object.assign(scene.kind, {
    processor: () => {
      throw new Error('no processor');
    },
  });
  expectError(await scene.topUp(), 'INTERNAL');
});

test('a call that would leave no room for its answer', async () => {
  scene = await TopUpScene.start();
  const { organizationId } = scene.organization;
  const decide = () => ({ call: { amount: '9'.repeat(64 * 1024), currency: 'USD' } });
  const execution = executeIntent(scene.service.runtime, scene.kind, { organizationId, reads: {}, decide }, {});
  await expect(execution).rejects.toThrow(/bytes/);
});
