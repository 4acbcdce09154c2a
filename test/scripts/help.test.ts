import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Scripts that take options of their own. */
const withOptions = [
  'start',
  'demo',
  'sam',
  'supply-chain',
  'conformance',
  'bench',
  'cost',
  'simulate',
  'referee',
  'fuzz',
  'new:provider',
];

/** Runs a script of package.json with arguments, as npm does. */
async function run(name: string, ...args: string[]) {
  const [, ...words] = (scripts[name]?.split(' && ').at(-1) ?? '').split(' ');
  const child = spawn(process.execPath, [...words, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

const stackTrace = /^ +at /m;

describe.concurrent('npm run …', { timeout: 300_000 }, () => {
  test.for([...withOptions, 'deploy:smoke', 'ops', 'sluice'])('%s -- --help prints how it is used', async (name) => {
    const { code, out, err } = await run(name, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(name === 'start' ? /npm start -- / : new RegExp(`npm run ${name} -- |sluice \\[?`, 'i'));
  });

  // What deploy:smoke does not know belongs to CDK.
  test.for(withOptions)('%s names an option that there is not, without a stack trace', async (name) => {
    const { code, out, err } = await run(name, '--no-such-option');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('no-such-option');
    expect(err).not.toMatch(stackTrace);
  });
});
