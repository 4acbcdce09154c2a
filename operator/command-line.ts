import type { ParseArgsOptionsConfig } from 'node:util';
import type { Command, FieldWords, Input, Values } from './commands/command.ts';
import { type InputField, type KnownOperation, knownOperations } from './known-operation.ts';

/** One option of a command, which gives a field of the input. */
interface FieldOption {
  readonly name: string;
  /** Where the value stands in the input: one name, or two for a field of an object. */
  readonly path: readonly string[];
  readonly field: InputField;
  readonly words: FieldWords;
}

/** How a command is written, derived from the input of its operation. */
export interface CommandLine {
  readonly operation: string;
  /** The folder of the operation's function. */
  readonly folder: string;
  readonly summary: string;
  /** As the help shows them. */
  readonly positionals: readonly string[];
  readonly options: ParseArgsOptionsConfig;
  /** One line for each option, and what there is to note. */
  readonly help: string;
  /** Takes an idempotency key, so that a repetition does nothing twice. */
  readonly isKeyed: boolean;
  /** Answers in parts, each with the `progress` to continue from. */
  readonly isPaged: boolean;
  /** @throws UsageError */
  readonly read: (positionals: readonly string[], values: Values) => Input;
}

/** @throws Error if the command names an operation that does not exist */
export function commandLineOf(name: string, command: Command): CommandLine {
  const operation = command.operation ?? name;
  const known = knownOperations[operation];
  if (!known) throw new Error(`${name} calls ${operation}, which is no operation`);
  const fields = fieldsFor(known, command);
  const options = Object.entries(fields)
    .filter(([field]) => field !== 'progress' && !command.positionals.includes(field))
    .flatMap(([field, schema]) => optionsOf(command, [field], schema));
  return {
    operation,
    folder: known.folder,
    summary: command.summary ?? known.summary,
    positionals: command.positionals.map((name) => positionalOf(name, fields[name] ?? {}, wordsOf(command, name))),
    options: configOf(command, options),
    help: helpOf(command, options),
    isKeyed: known.isKeyed === true,
    isPaged: 'progress' in fields,
    read: (positionals, values) => readInput(command, options, positionals, values),
  };
}

/** The fields of the form of the input that has the values which the command implies. */
function fieldsFor({ inputs }: KnownOperation, { fixed = {} }: Command): Readonly<Record<string, InputField>> {
  const form = inputs.find((fields) =>
    Object.entries(fixed).every(([name, value]) => fields[name]?.choices?.includes(value)),
  );
  const others = Object.entries(form ?? {}).filter(([name]) => !Object.hasOwn(fixed, name));
  return Object.fromEntries(others);
}

function wordsOf({ fields = {} }: Command, path: string): FieldWords {
  const words = fields[path];
  return words === 'made' || words === undefined ? {} : words;
}

function optionsOf(command: Command, path: readonly string[], field: InputField): FieldOption[] {
  const place = path.join('.');
  if (command.fields?.[place] === 'made') return [];
  if (field.fields)
    return Object.entries(field.fields).flatMap(([name, inner]) => optionsOf(command, [...path, name], inner));
  const words = wordsOf(command, place);
  const plain = path.map(kebab).join('-');
  return [{ name: words.option ?? (field.isList ? singular(plain) : plain), path, field, words }];
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** An option of a list is given once for each of its values. */
function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

/** `organizationId` is shown as ORGANIZATION, and what has a name in capitals as it is. */
function placeholderOf(name: string, { choices, isNumber }: InputField, { value }: FieldWords): string {
  if (value !== undefined || isCapital(name)) return value ?? name;
  if (choices?.length === 1) return choices[0] ?? name;
  return isNumber ? 'NUMBER' : kebab(name.replace(/Id$/, '')).toUpperCase();
}

function isCapital(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function configOf({ extra = {} }: Command, options: readonly FieldOption[]): ParseArgsOptionsConfig {
  const ofFields = options.map(({ name, field }) => [
    name,
    { type: field.isFlag ? ('boolean' as const) : ('string' as const), ...(field.isList && { multiple: true }) },
  ]);
  const others = Object.entries(extra).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ]);
  return Object.fromEntries([...ofFields, ...others]);
}

function positionalOf(name: string, field: InputField, words: FieldWords): string {
  return words.value ?? field.choices?.join('|') ?? placeholderOf(name, field, words);
}

function helpOf({ extra = {}, note }: Command, options: readonly FieldOption[]): string {
  const ofFields = options.map(({ name, path, field, words }): [string, string] => [
    field.isFlag ? name : `${name} ${placeholderOf(singular(path.at(-1) ?? ''), field, words)}`,
    describe(field, words),
  ]);
  const others = Object.entries(extra).map(([name, { value, help }]): [string, string] => [
    value === undefined ? name : `${name} ${value}`,
    help,
  ]);
  const lines = [...ofFields, ...others];
  const width = Math.max(shortestWidth, ...lines.map(([option]) => option.length));
  return [
    ...lines.map(([option, help]) => `${`  --${option.padEnd(width)} ${help}`.trimEnd()}\n`),
    ...(note === undefined ? [] : [`  ${note}\n`]),
  ].join('');
}

/** Characters of an option and its value, as in the lines that all commands share. */
const shortestWidth = 18;

function describe({ description, choices, isList, isRequired }: InputField, { help }: FieldWords): string {
  const said = [
    help ?? description,
    choices && choices.length > 1 && `One of: ${choices.join(', ')}.`,
    isList && 'Can be repeated.',
    isRequired && help === undefined && 'Required.',
  ];
  return said.filter((one) => typeof one === 'string').join(' ');
}

function readInput(
  { fixed = {}, positionals: names, complete }: Command,
  options: readonly FieldOption[],
  positionals: readonly string[],
  values: Values,
): Input {
  const input: Record<string, unknown> = { ...fixed };
  for (const [index, name] of names.entries()) if (!isCapital(name)) input[name] = positionals[index];
  for (const { name, path, field, words } of options) setAt(input, path, readValue(values[name], field, words));
  return complete ? complete(input, values, positionals) : input;
}

function readValue(given: Values[string], { isFlag, isList, isNumber }: InputField, { read }: FieldWords): unknown {
  if (isFlag) return given === true;
  const one = read ?? (isNumber ? Number : (text: string) => text);
  if (isList) return Array.isArray(given) ? given.map((text) => one(String(text))) : undefined;
  return typeof given === 'string' ? one(given) : undefined;
}

function setAt(input: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value !== undefined) input[name] = value;
    return;
  }
  const inner = (input[name] ?? {}) as Record<string, unknown>;
  input[name] = inner;
  setAt(inner, rest, value);
}
