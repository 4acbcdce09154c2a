import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groups } from '../../scripts/mistakes/groups.ts';
import { printMistakes } from '../../scripts/mistakes/print-page.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { asShown } from './support/mistakes/as-shown.ts';
import { prepareScene, type Scene } from './support/mistakes/scene.ts';
import { sendMistake } from './support/mistakes/send.ts';

let stack: TestStack;
let scene: Scene;
beforeAll(async () => {
  stack = await startTestStack();
  scene = await prepareScene(stack);
});
afterAll(() => stack?.[Symbol.asyncDispose]());

describe.each(groups)('$title', ({ mistakes }) => {
  test.concurrent.each(mistakes)('who $did is told what to do', async ({ sent, answered }) => {
    const answer = await sendMistake(scene, sent);
    expect(asShown(scene, answer)).toEqual(answered);
    expect(answer.body.docs).toBe(`/docs/errors#${answered.type}`);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    // No credential that was sent comes back.
    const { ownerToken = '', keyId = '', basic = '' } = scene.names;
    for (const secret of [ownerToken, keyId, basic, '-----BEGIN']) expect(answer.text).not.toContain(secret);
  });
});

test('the page of the documentation is what the table says, and has at least 60 mistakes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/generated/mistakes.md'), 'utf8');
  expect(page).toBe(printMistakes(groups));
  expect(groups.flatMap(({ mistakes }) => mistakes).length).toBeGreaterThanOrEqual(60);
});
