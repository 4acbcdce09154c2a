import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../../..');

/** Runs a program of the project to its end. @returns all that it wrote, and its exit code */
export async function runProgram(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, program), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, output: output + errors };
}
