import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestClient, http } from 'viem';
import { foundry } from 'viem/chains';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAnvil } from '../../../local/chain/anvil.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-anvil-test-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** More blocks than a node keeps in memory: it writes the state of the others to files. */
const manyBlocks = 600;

test('a node keeps the states of old blocks in a folder of its own, and leaves none of it', async () => {
  vi.stubEnv('TMPDIR', folder);
  const anvil = await startAnvil();
  const client = createTestClient({ chain: foundry, mode: 'anvil', transport: http(anvil.url) });
  await client.mine({ blocks: manyBlocks });
  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(10);
  await anvil.stop();
  expect(readdirSync(folder)).toEqual([]);
});

test('a process that is killed leaves no node and none of its files', async () => {
  const program = [
    `import { startAnvil } from '${new URL('../../../local/chain/anvil.ts', import.meta.url)}';`,
    'await startAnvil();',
    "process.kill(process.pid, 'SIGKILL');",
  ];
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program.join('\n')], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [, signal] = await once(owner, 'exit');
  expect(signal).toBe('SIGKILL');
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), { timeout: 60_000, interval: 50 });
});
