import type { ParseArgsOptionsConfig } from 'node:util';
import type { Target } from '../target/target.ts';

/** Options as `parseArgs` reads them. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/**
 * A command for operators: how its command line is read, and what it says before it acts. The rules for its input are
 * those of the operation.
 */
export interface Command {
  /** The operation that it calls, where that has another name. */
  readonly operation?: string;
  /** The folder of the function, where that is not `operations`. */
  readonly folder?: string;
  readonly summary: string;
  /** Names of the positional arguments. */
  readonly positionals: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  /** One line per option. */
  readonly help: string;
  /** @throws UsageError */
  readonly input: (positionals: readonly string[], values: Values) => Readonly<Record<string, unknown>>;
  /** Seals what may not leave this machine as it is. @throws UsageError */
  readonly sealInput?: (
    input: Readonly<Record<string, unknown>>,
    target: Target,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** What it is about to do, in words; absent if it changes nothing. */
  readonly intent?: (input: Readonly<Record<string, unknown>>) => string;
  /** An operation that only reads, and what of its answer is shown before anybody is asked to go on. */
  readonly preview?: {
    readonly operation: string;
    readonly input: (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
    /** Undefined if there is nothing to show. */
    readonly shown: (result: unknown, input: Readonly<Record<string, unknown>>) => unknown;
  };
  /** Takes an idempotency key, so that a repetition does nothing twice. */
  readonly keyed?: true;
  /** Answers in parts, each with the `progress` to continue from. */
  readonly paged?: true;
  /** What is said of each part of the answer as it comes. */
  readonly progressLines?: (part: unknown) => readonly string[];
  /** Makes one result of the parts; without it their findings are joined. */
  readonly collector?: () => Collector;
}

/** Takes the parts of a paged answer, one after the other. */
export interface Collector {
  add(part: unknown): void;
  /** @returns `isSound`: whether the command ends with exit code 0 */
  end(): { readonly result: unknown; readonly isSound: boolean };
}

/** The text of an option; undefined when it was not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Every text of an option that may be repeated. */
export function textsOf(values: Values, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The value of an option that sets a cap; `none` lifts the cap, and is read as null. */
export function liftable(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}
