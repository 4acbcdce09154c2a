import operations from './operations.json' with { type: 'json' };

/** A field of an operation's input, as its schema describes it. */
export interface InputField {
  readonly isRequired?: boolean;
  readonly description?: string;
  readonly choices?: readonly string[];
  readonly isList?: boolean;
  readonly isFlag?: boolean;
  readonly isNumber?: boolean;
  /** Set for an object. */
  readonly fields?: Readonly<Record<string, InputField>>;
}

/** What the command line knows of an operation without loading it. */
export interface KnownOperation {
  /** The folder of its function. */
  readonly folder: string;
  readonly summary: string;
  /** Its caller must send a key, so that a repetition does nothing twice. */
  readonly isKeyed?: boolean;
  /** The forms of its input, each as its fields. */
  readonly inputs: readonly Readonly<Record<string, InputField>>[];
}

/** Operations by name, made by `scripts/operator-inputs.ts` from their declarations. */
export const knownOperations: Readonly<Record<string, KnownOperation>> = operations as unknown as Record<
  string,
  KnownOperation
>;
