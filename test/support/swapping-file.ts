import { spawn } from 'node:child_process';

const program = `
  const { chmodSync, renameSync, writeFileSync, writeSync } = require('node:fs');
  const [file] = process.argv.slice(1);
  const put = (text, mode) => {
    writeFileSync(file + '.new', text);
    chmodSync(file + '.new', mode);
    renameSync(file + '.new', file);
  };
  put('mine', 0o600);
  writeSync(1, 'begun');
  for (;;) { put('theirs', 0o644); put('mine', 0o600); }
`;

/**
 * Reads a file for a second while another process keeps putting a private file with the text `mine` and one that all can read with the text
 * `theirs` in each other's place.
 * @returns what was read
 */
export async function readWhileSwapped<Read>(file: string, read: () => Read): Promise<Set<Read>> {
  const swapping = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => swapping.once('close', resolve));
  const seen = new Set<Read>();
  try {
    await new Promise((resolve) => swapping.stdout.once('data', resolve));
    const until = Date.now() + 1_000;
    while (Date.now() < until) seen.add(read());
    return seen;
  } finally {
    swapping.kill('SIGKILL');
    await ended;
  }
}
