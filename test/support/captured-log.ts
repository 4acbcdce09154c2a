import { loggedError } from '../../shared/ground/errors/logged-error.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';

/** Any shape, because tests read the lines of all kinds of work. */
type Line = ReturnType<typeof JSON.parse>;

/** A log whose lines a test reads as they would be stored: errors as the logs of the service write them. */
export class CapturedLog {
  readonly lines: Line[] = [];

  readonly log = Object.fromEntries(
    (['debug', 'info', 'warn', 'error'] as const).map((level) => [
      level,
      (message: string, extra: object = {}) => {
        const fields = extra instanceof Error ? { error: extra } : extra;
        const text = JSON.stringify({ level, message, ...fields }, (_key, value) =>
          value instanceof Error ? loggedError(value) : value,
        );
        this.lines.push(JSON.parse(text));
      },
    ]),
  ) as unknown as WholeRuntime['log'];

  /** Removes the lines with a message and returns them. */
  take(message: 'request' | 'operation' | 'worker'): Line[] {
    const taken = this.lines.filter((line) => line.message === message);
    this.lines.length = 0;
    return taken;
  }

  get text(): string {
    return JSON.stringify(this.lines);
  }
}
