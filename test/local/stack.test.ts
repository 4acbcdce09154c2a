import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstCall } from '../../local/greeting.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.[Symbol.asyncDispose]());

/** Processes whose command line names this stack's data. */
function processes(): string[] {
  const all = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(stack.dataDirectory) && !line.startsWith('ps '));
}

/** Pastes the printed first call into a shell, as a developer does. */
function pasteFirstCall(): Record<string, unknown> {
  const text = firstCall({
    baseUrl: stack.baseUrl,
    organizationId: stack.organizationId,
    apiKeyId: stack.apiKey.id,
    privateKeyFile: join(stack.dataDirectory, 'quickstart.pem'),
  });
  return JSON.parse(execFileSync('bash', ['-c', text], { encoding: 'utf8' }));
}

describe('the one-machine stack', () => {
  test('quickstart files are for their owner alone', () => {
    for (const name of ['quickstart.json', 'quickstart.pem', 'sluice.log']) {
      expect(statSync(join(stack.dataDirectory, name)).mode & 0o777).toBe(0o600);
    }
    expect(stack.apiKey).toEqual({ id: expect.stringMatching(/^akid_test_/), privateKey: expect.any(String) });
  });

  test('the printed first call works when it is pasted', () => {
    expect(pasteFirstCall()).toMatchObject({ currency: 'USD', available: expect.any(String) });
  });

  test('what no route serves is ROUTE_NOT_FOUND', async () => {
    const answer = await fetch(`${stack.baseUrl}/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ type: 'ROUTE_NOT_FOUND' });
  });

  test('what no page serves is a page that says so', async () => {
    const answer = await fetch(`${new URL(stack.baseUrl).origin}/p/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<h1>Not Found</h1>');
  });

  test('a second stack on the same data is refused by name', async () => {
    const second = startTestStack({ dataDirectory: stack.dataDirectory });
    await expect(second).rejects.toThrow(`Another Sluice (process ${stack.pid})`);
  });

  test('a second start of the same stack is told so, and not that its port is in use', async () => {
    const { port } = new URL(stack.baseUrl);
    const second = startTestStack({ dataDirectory: stack.dataDirectory, args: ['--port', port] });
    await expect(second).rejects.toThrow(`Another Sluice (process ${stack.pid})`);
  });

  test('after kill -9 no child is left, and a restart keeps organization and key', async () => {
    const { organizationId, apiKey } = stack;
    await stack.kill9();
    await expect.poll(processes, { timeout: 5000 }).toEqual([]);
    await stack.restart();
    expect({ organizationId: stack.organizationId, apiKey: stack.apiKey }).toEqual({ organizationId, apiKey });
    expect(pasteFirstCall()).toMatchObject({ currency: 'USD' });
  });

  test('stopping it leaves no process and no lock', async () => {
    expect(await stack.stop()).toBe(0);
    expect(processes()).toEqual([]);
    expect(existsSync(join(stack.dataDirectory, 'lock'))).toBe(false);
  });
});
