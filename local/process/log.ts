import { appendFileSync, closeSync, openSync, renameSync, statSync } from 'node:fs';
import { type LoggedError, loggedError } from '../../shared/ground/errors/logged-error.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { diskFailure } from '../data/disk-failure.ts';

type Log = WholeRuntime['log'];

export interface FileLog extends Log {
  close(): void;
}

/** A log that grows beyond this is set aside. One older file is kept. */
const ROTATE_BYTES = 50_000_000;

interface Options {
  /** Shows a line to the developer. */
  readonly terminal: (line: string) => void;
  /** Called once, when the file can no longer be written. */
  readonly onFailure: (message: string) => void;
  readonly rotateBytes?: number;
}

/** Writes JSON lines to a file, as CloudWatch would get them, and errors as one readable line to the terminal. */
export function openLog(file: string, { terminal, onFailure, rotateBytes = ROTATE_BYTES }: Options): FileLog {
  let size = sizeOf(file);
  let descriptor = openSync(file, 'a', 0o600);
  let open = true;

  function write(level: string, input: Parameters<Log['info']>): void {
    const fields = fieldsOf(input);
    const line = `${JSON.stringify({ timestamp: new Date().toISOString(), level, ...fields }, jsonValue)}\n`;
    // Written at once: buffered lines would be lost with the process, just when they are needed most.
    if (open) append(line);
    if (level === 'ERROR') terminal(readable(fields));
  }

  /** A failure to write is not reported to the caller. Only the whole stack can end because of its log. */
  function append(line: string): void {
    try {
      if (size > rotateBytes) rotate();
      appendFileSync(descriptor, line);
      size += Buffer.byteLength(line);
    } catch (error) {
      open = false;
      onFailure(diskFailure(file, (error as Error).message).message);
    }
  }

  function rotate(): void {
    renameSync(file, `${file}.1`);
    const next = openSync(file, 'a', 0o600);
    closeSync(descriptor);
    descriptor = next;
    size = 0;
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

/**
 * Accepts the same arguments as Powertools' logger: a message or an object, followed by objects, an error, or one text.
 */
function fieldsOf([message, ...extra]: Parameters<Log['info']>): Fields {
  const first = typeof message === 'string' ? { message } : message;
  return Object.assign({}, first, ...extra.map((item) => asFields(item)));
}

function asFields(item: unknown): Fields {
  if (item instanceof Error) return { error: item };
  return typeof item === 'object' && item !== null ? (item as Fields) : { extra: item };
}

function jsonValue(_key: string, value: unknown): unknown {
  if (value instanceof Error) return loggedError(value);
  return typeof value === 'bigint' ? value.toString() : value;
}

function readable({ message, operation, worker, error, requestId }: Fields): string {
  const detail = error instanceof Error ? `: ${messagesOf(loggedError(error)).join(', because: ')}` : '';
  const request = requestId === undefined ? '' : ` (request ${String(requestId)})`;
  return `error: ${String(operation ?? worker ?? message)}${detail}${request}`.replace(/\s+/g, ' ');
}

/** The messages of an error and its causes. */
function messagesOf({ message, cause }: LoggedError): string[] {
  return [message, ...(cause ? messagesOf(cause) : [])];
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
