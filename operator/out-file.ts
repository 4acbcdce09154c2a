import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/**
 * A new file for an answer, which only its owner can read. Created before anything is sent, so that the answer can
 * always be written.
 */
export class OutFile {
  readonly #path: string;
  readonly #descriptor: number;
  #isEmpty = true;

  /** @throws UsageError if the file exists or cannot be created */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#descriptor = openSync(path, 'wx', 0o600);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isThere = code === 'EEXIST';
      throw new UsageError(isThere ? `${path} already exists. Name another file, or remove it.` : message);
    }
  }

  write(line: string): void {
    writeSync(this.#descriptor, `${line}\n`);
    this.#isEmpty = false;
  }

  /** If there is no answer, there is no file. */
  close(): void {
    closeSync(this.#descriptor);
    if (this.#isEmpty) rmSync(this.#path);
  }
}
