import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * Writes a generated file. With `--check` it only compares, and exits with 1 if the file differs from what would be
 * written.
 */
export function writeOrCheck(path: string, content: string, command: string): void {
  writeOrCheckAll(path, new Map([[path, content]]), command);
}

/**
 * Writes or checks several files, which are reported as one.
 * @param under the folder that contains them
 */
export function writeOrCheckAll(under: string, files: ReadonlyMap<string, string>, command: string): void {
  const name = relative(process.cwd(), under);
  if (!process.argv.includes('--check')) {
    for (const [path, content] of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    console.log(`${name} written`);
    return;
  }
  const outdated = [...files].filter(([path, content]) => !existsSync(path) || readFileSync(path, 'utf8') !== content);
  if (outdated.length === 0) {
    console.log(`${name} is up to date`);
    return;
  }
  for (const [path] of outdated) console.error(`${relative(process.cwd(), path)} is not up to date.`);
  console.error(`Run: ${command}`);
  process.exitCode = 1;
}
