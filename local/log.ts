import { appendFileSync, closeSync, openSync, renameSync, statSync } from 'node:fs';
import type { Runtime } from '../shared/ports/runtime.ts';
import { diskFailure } from './disk-failure.ts';

type Log = Runtime['log'];

export interface FileLog extends Log {
  close(): void;
}

/** A log that grew past this is set aside at the next start; one older file is kept. */
const ROTATE_BYTES = 50_000_000;

interface Options {
  /** Shows a line to the developer. */
  readonly terminal: (line: string) => void;
  /** Called once, when the file cannot be written any more. */
  readonly onFailure: (message: string) => void;
}

/** Lines of JSON in a file, as CloudWatch would get them; errors also as one readable line on the terminal. */
export function openLog(file: string, { terminal, onFailure }: Options): FileLog {
  setAsideIfLarge(file);
  const descriptor = openSync(file, 'a', 0o600);
  let open = true;

  function write(level: string, input: Parameters<Log['info']>): void {
    const fields = fieldsOf(input);
    const line = `${JSON.stringify({ timestamp: new Date().toISOString(), level, ...fields }, jsonValue)}\n`;
    // Written at once: buffered lines would be lost with the process, when they are needed most.
    if (open) append(line);
    if (level === 'ERROR') terminal(readable(fields));
  }

  /** A failure to write does not reach the caller. Only the stack as a whole can end because of its log. */
  function append(line: string): void {
    try {
      appendFileSync(descriptor, line);
    } catch (error) {
      open = false;
      onFailure(diskFailure(file, (error as Error).message).message);
    }
  }

  return {
    debug: (...input) => write('DEBUG', input),
    info: (...input) => write('INFO', input),
    warn: (...input) => write('WARN', input),
    error: (...input) => write('ERROR', input),
    close() {
      open = false;
      closeSync(descriptor);
    },
  };
}

type Fields = Record<string, unknown>;

/** Takes what Powertools' logger takes: a message or an object, then objects, an error, or one text. */
function fieldsOf([message, ...extra]: Parameters<Log['info']>): Fields {
  const first = typeof message === 'string' ? { message } : message;
  return Object.assign({}, first, ...extra.map((item) => asFields(item)));
}

function asFields(item: unknown): Fields {
  if (item instanceof Error) return { error: item };
  return typeof item === 'object' && item !== null ? (item as Fields) : { extra: item };
}

function jsonValue(_key: string, value: unknown): unknown {
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
  return typeof value === 'bigint' ? value.toString() : value;
}

function readable({ message, error, requestId }: Fields): string {
  const detail = error instanceof Error ? `: ${error.message}` : '';
  const request = requestId === undefined ? '' : ` (request ${String(requestId)})`;
  return `error: ${String(message)}${detail}${request}`.replace(/\s+/g, ' ');
}

function setAsideIfLarge(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_BYTES) renameSync(file, `${file}.1`);
}
