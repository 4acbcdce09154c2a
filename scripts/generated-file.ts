import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Writes a generated file; with `--check` only compares, and exits 1 when the file is not what would be written. */
export function writeOrCheck(path: string, content: string, command: string): void {
  const name = relative(process.cwd(), path);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, content);
    console.log(`${name} written`);
    return;
  }
  if (existsSync(path) && readFileSync(path, 'utf8') === content) {
    console.log(`${name} is up to date`);
    return;
  }
  console.error(`${name} is not what the code makes. Run: ${command}`);
  process.exitCode = 1;
}
