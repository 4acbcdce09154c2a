import type { Target } from '../target/target.ts';

/** Options in the format of `parseArgs`. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
export type Input = Readonly<Record<string, unknown>>;

/** How the option of a field differs from what the field's schema says. */
export interface FieldWords {
  /** Name of the option: the field's name in kebab case by default. */
  readonly option?: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  /** The description in the help: that of the schema by default. */
  readonly help?: string;
  /** @throws UsageError */
  readonly read?: (text: string) => unknown;
}

/** An option that is no field of the input, but is used to make it. */
export interface ExtraOption {
  /** What stands for the value in the help. Absent for a flag. */
  readonly value?: string;
  readonly help: string;
}

/**
 * A command for operators: what it says before it acts, and how its command line differs from the input of its
 * operation. Everything else follows from the declaration of the operation (`operations.json`).
 */
export interface Command {
  /** The operation that the command calls, if it has a different name. */
  readonly operation?: string;
  /** Replaces the summary of the operation if the command does something else than one call of it. */
  readonly summary?: string;
  /** Fields with a value that the command implies. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The positional arguments: names of fields, or in capitals an argument that `complete` reads. */
  readonly positionals: readonly string[];
  /** Fields by their path, such as `owner.email`. A field that is `made` has no option. */
  readonly fields?: Readonly<Record<string, FieldWords | 'made'>>;
  readonly extra?: Readonly<Record<string, ExtraOption>>;
  /** What the help says below the options. */
  readonly note?: string;
  /** Makes fields that no option gives as it is. @throws UsageError */
  readonly complete?: (input: Input, values: Values, positionals: readonly string[]) => Input;
  /**
   * Seals the parts of the input that must not leave this machine unsealed.
   * @throws UsageError
   */
  readonly sealInput?: (input: Input, target: Target) => Promise<Input>;
  /** A sentence about what the command will do. Absent if it changes nothing. */
  readonly intent?: (input: Input) => string;
  /**
   * An operation that only reads, and the part of its answer that is shown before the operator is asked to continue.
   */
  readonly preview?: {
    readonly operation: string;
    readonly input: (input: Input) => Input;
    /** Undefined if there is nothing to show. */
    readonly shown: (result: unknown, input: Input) => unknown;
  };
  /** The message for each part of the answer as it arrives. */
  readonly progressLines?: (part: unknown) => readonly string[];
  /** Combines the parts into one result. Without it, their findings are joined. */
  readonly collector?: () => Collector;
}

/** Receives the parts of a paged answer, one after another. */
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

/** The value of an option that sets a cap; `none` lifts the cap, and is read as null. */
export function liftable(text: string): string | null {
  return text === 'none' ? null : text;
}
