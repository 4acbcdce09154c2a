import { beforeEach, expect, test } from 'vitest';
import { expectError } from '../../../support/answers.ts';
import type { Intercept } from '../../../support/faults.ts';
import { TopUpScene } from './support.ts';

// A batch reads its items one by one: it may see the head as a commit leaves it, and the guard as it was before.

let scene: TopUpScene;

beforeEach(async () => {
  scene = await TopUpScene.start();
});

type Found = { readonly Responses: Readonly<Record<string, readonly Record<string, unknown>[]>> };

const isGuard = ({ sk }: Record<string, unknown>) => sk === 'DUPLICATE';

/** Of the n-th batch that asks for a guard, the guard is read before `meanwhile`, and everything else after it. */
function tornAt(nth: number, meanwhile: () => Promise<unknown>): Intercept {
  let batches = 0;
  return async (call, send) => {
    if (call.name !== 'BatchGet' || !JSON.stringify(call.input).includes('"DUPLICATE"')) return send();
    batches += 1;
    if (batches !== nth) return send();
    const early = (await send()) as Found;
    await meanwhile();
    return withGuardOf((await send()) as Found, early);
  };
}

/** What a batch found, with the guard as another one found it. */
function withGuardOf(found: Found, { Responses }: Found): Found {
  const items = (tableName: string) => [
    ...(found.Responses[tableName] ?? []).filter((item) => !isGuard(item)),
    ...(Responses[tableName] ?? []).filter(isGuard),
  ];
  return { ...found, Responses: Object.fromEntries(Object.keys(found.Responses).map((name) => [name, items(name)])) };
}

test('a refusal does not take away the guard of a request that was executed meanwhile', async () => {
  const declined = { amount: '5.13' };
  const second = async () => {
    scene.processor.onTheWay = async (_, __, key) => ({ outcome: 'done', result: { chargeId: key } });
    expect((await scene.topUp({ ...declined, key: 'second', allowDuplicate: true })).status).toBe(201);
  };
  // Its intent is committed by the first batch, and settled by the second.
  const through = scene.process(tornAt(2, second));
  expectError(await scene.topUp({ ...declined, key: 'first', through }), 'PROVIDER_REJECTED');
  expectError(await scene.topUp({ ...declined, key: 'third' }), 'DUPLICATE_REQUEST_DETECTED', {
    originalIdempotencyKey: 'second',
  });
});

test('an intent remembers the guard that it overwrites, also one that came meanwhile', async () => {
  const first = async () => {
    expect((await scene.topUp({ key: 'first' })).status).toBe(201);
    scene.processor.onTheWay = async () => ({ outcome: 'refused' });
  };
  const through = scene.process(tornAt(1, first));
  expectError(await scene.topUp({ key: 'second', allowDuplicate: true, through }), 'PROVIDER_REJECTED');
  expectError(await scene.topUp({ key: 'third' }), 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'first' });
});

test('a refusal takes its guard away, also where a read did not show it yet', async () => {
  let batches = 0;
  const unseen: Intercept = async (call, send) => {
    const found = await send();
    if (call.name !== 'BatchGet' || !JSON.stringify(call.input).includes('"DUPLICATE"')) return found;
    batches += 1;
    return batches === 2 ? withGuardOf(found as Found, { Responses: {} }) : found;
  };
  const sent = { amount: '5.13', key: 'first', through: scene.process(unseen) };
  expectError(await scene.topUp(sent), 'PROVIDER_REJECTED');
  expectError(await scene.topUp({ ...sent, key: 'second' }), 'PROVIDER_REJECTED');
});
