import type { ParseArgsOptionsConfig } from 'node:util';

/** Options as `parseArgs` reads them. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** A command of the operators: how its line is read, and what it says before it does something. Its rules are the operation's. */
export interface Command {
  readonly summary: string;
  /** Names of what stands behind the command. */
  readonly positionals: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  /** A line an option. */
  readonly help: string;
  /** @throws UsageError */
  readonly input: (positionals: readonly string[], values: Values) => Readonly<Record<string, unknown>>;
  /** What it is about to do, in words; absent where it changes nothing. */
  readonly intent?: (input: Readonly<Record<string, unknown>>) => string;
  /** Takes a key, so that a repetition does nothing twice. */
  readonly keyed?: true;
  /** Answers part by part, with the `progress` to go on from. */
  readonly paged?: true;
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

/** `none` lifts what an option sets. */
export function liftable(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text;
}
