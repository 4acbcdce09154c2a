import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { expectError, storedItems } from '../../../support/answers.ts';
import { TopUpScene } from './support.ts';

let scene: TopUpScene;

beforeEach(async () => {
  scene = await TopUpScene.start();
  scene.processor.onTheWay = async () => {
    throw new Error('no answer');
  };
  await scene.topUp();
  scene.processor.onTheWay = (go) => go();
});

/** Stores in the intent what a later release has stored there. */
async function store(change: Readonly<Record<string, string>>): Promise<void> {
  const [row] = await storedItems(scene.service, 'intent');
  const { client, tableName } = scene.service.runtime.store;
  await client.send(new PutCommand({ TableName: tableName, Item: { ...row, ...change } }));
}

test.each([
  ['kind', { kind: 'later' }, { kind: 'top-up' }],
  ['state', { state: 'later' }, { state: 'open' }],
])(
  'an intent of a %s that only a later release knows is left alone, and goes on once it is known',
  async (_, later, known) => {
    await store(later);
    for (let hours = 0; hours < 20; hours += 1) await scene.resumeAfter(60 * 60 * 1000);
    expect(scene.processor.heard).toEqual([]);
    expect(await scene.intents()).toMatchObject([later]);
    expect(await scene.held()).toBe('0.50');
    expectError(await scene.topUp(), 'PAYOUT_OUTCOME_UNKNOWN', { status: 409 });

    await store(known);
    for (let days = 0; days < 2; days += 1) await scene.resumeAfter(24 * 60 * 60 * 1000);
    expect(await scene.intents()).toMatchObject([{ state: 'settled' }]);
    expect(await scene.held()).toBe('0.00');
  },
);
