import { execFile } from 'node:child_process';

/**
 * Runs npm in a folder and reads the JSON that it writes. npm writes its errors as JSON too, so its exit code says nothing.
 * @throws Error when npm writes no JSON
 */
export async function npmJson(folder: string, args: readonly string[]): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<{ readonly stdout: string; readonly stderr: string }>();
  execFile('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: 60_000 }, (_error, stdout, stderr) =>
    resolve({ stdout, stderr }),
  );
  const { stdout, stderr } = await promise;
  try {
    return JSON.parse(stdout);
  } catch (error) {
    throw new Error(`npm ${args.join(' ')}: ${stderr.trim() || 'no answer within a minute'}`, { cause: error });
  }
}
