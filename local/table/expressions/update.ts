import { UnknownForm, ValidationException } from '../errors.ts';
import { type Item, typeOf } from '../item.ts';
import { copyOf } from '../values.ts';
import { type Operand, type Placeholders, readAttribute, readOperand } from './operands.ts';
import { Tokens } from './tokens.ts';

type Term =
  | Operand
  | { readonly kind: 'if_not_exists'; readonly attribute: string; readonly otherwise: Term }
  | { readonly kind: 'list_append' | 'sum'; readonly left: Term; readonly right: Term };

export type Action =
  | { readonly kind: 'SET'; readonly attribute: string; readonly term: Term }
  | { readonly kind: 'ADD'; readonly attribute: string; readonly value: string }
  | { readonly kind: 'REMOVE'; readonly attribute: string };

const known = new Map<string, readonly Action[]>();

/** @throws UnknownForm for updates that the service does not use */
export function parseUpdate(expression: string): readonly Action[] {
  const seen = known.get(expression);
  if (seen) return seen;
  const actions = readClauses(new Tokens(expression));
  known.set(expression, actions);
  return actions;
}

function readClauses(tokens: Tokens): Action[] {
  const actions: Action[] = [];
  const clauses = new Set<string>();
  while (!tokens.isOver) {
    const kind = (['SET', 'ADD', 'REMOVE'] as const).find((one) => tokens.takes(one)) ?? tokens.fail();
    if (clauses.has(kind)) throw new ValidationException(`${kind} may stand once in an update`);
    clauses.add(kind);
    actions.push(...tokens.list(() => readAction(tokens, kind)));
  }
  return actions;
}

function readAction(tokens: Tokens, kind: Action['kind']): Action {
  const attribute = readAttribute(tokens);
  if (kind === 'REMOVE') return { kind, attribute };
  if (kind === 'ADD') return { kind, attribute, value: tokens.next(/^:/) };
  tokens.expect('=');
  return { kind, attribute, term: readSum(tokens) };
}

function readSum(tokens: Tokens): Term {
  const left = readTerm(tokens);
  return tokens.takes('+') ? { kind: 'sum', left, right: readTerm(tokens) } : left;
}

function readTerm(tokens: Tokens): Term {
  const kind = tokens.takesFunction('if_not_exists', 'list_append');
  if (!kind) return readOperand(tokens);
  const term = kind === 'if_not_exists' ? readIfNotExists(tokens) : readListAppend(tokens);
  tokens.expect(')');
  return term;
}

function readIfNotExists(tokens: Tokens): Term {
  const attribute = readAttribute(tokens);
  tokens.expect(',');
  return { kind: 'if_not_exists', attribute, otherwise: readTerm(tokens) };
}

function readListAppend(tokens: Tokens): Term {
  const left = readTerm(tokens);
  tokens.expect(',');
  return { kind: 'list_append', left, right: readTerm(tokens) };
}

/** @throws ValidationException for updates that DynamoDB refuses whatever the item is */
export function refuseFaultyUpdate(actions: readonly Action[], key: Item, placeholders: Placeholders): void {
  const names = actions.map(({ attribute }) => placeholders.name(attribute));
  const inKey = names.find((name) => name in key);
  if (inKey) throw new ValidationException(`${inKey} is part of the key`);
  if (new Set(names).size < names.length) throw new ValidationException('an update names an attribute twice');
  for (const action of actions) {
    if (action.kind === 'ADD') refuseOtherType({ kind: 'value', word: action.value }, 'N', placeholders);
    else if (action.kind === 'SET') refuseFaultyTerm(action.term, placeholders);
  }
}

function refuseFaultyTerm(term: Term, placeholders: Placeholders): void {
  if (term.kind === 'if_not_exists') refuseFaultyTerm(term.otherwise, placeholders);
  if (term.kind !== 'sum' && term.kind !== 'list_append') return;
  for (const part of [term.left, term.right]) {
    refuseOtherType(part, term.kind === 'sum' ? 'N' : 'L', placeholders);
    refuseFaultyTerm(part, placeholders);
  }
}

function refuseOtherType(term: Term, type: 'N' | 'L', placeholders: Placeholders): void {
  if (term.kind !== 'value' || typeOf(placeholders.value(term.word)) === type) return;
  throw new ValidationException(`an update needs ${term.word} to be of type ${type}`);
}

/**
 * The item after an update. If there was none, a new item with the key is created.
 * @throws ValidationException if an item lacks the operand of a sum or a list
 */
export function applyUpdate(
  actions: readonly Action[],
  before: Item | undefined,
  key: Item,
  placeholders: Placeholders,
): Item {
  const after: Item = { ...(before ?? key) };
  for (const action of actions) {
    const name = placeholders.name(action.attribute);
    if (action.kind === 'REMOVE') delete after[name];
    else if (action.kind === 'SET') after[name] = copyOf(resolve(action.term, before, placeholders));
    else after[name] = sum(before?.[name] === undefined ? 0 : before[name], placeholders.value(action.value));
  }
  return after;
}

function resolve(term: Term, item: Item | undefined, placeholders: Placeholders): unknown {
  switch (term.kind) {
    case 'sum':
      return sum(resolve(term.left, item, placeholders), resolve(term.right, item, placeholders));
    case 'list_append':
      return append(resolve(term.left, item, placeholders), resolve(term.right, item, placeholders));
    case 'if_not_exists': {
      const otherwise = resolve(term.otherwise, item, placeholders);
      const stored = item?.[placeholders.name(term.attribute)];
      return stored === undefined ? otherwise : stored;
    }
    default: {
      const value = placeholders.of(term, item);
      return value === undefined ? missing(term.word) : value;
    }
  }
}

function sum(left: unknown, right: unknown): number {
  if (typeof left !== 'number' || typeof right !== 'number') {
    throw new ValidationException(`an update adds ${typeOf(right)} to ${typeOf(left)}`);
  }
  return decimalSum(left, right);
}

/** DynamoDB adds decimals, JavaScript binary fractions. */
function decimalSum(left: number, right: number): number {
  if (left === 0 || right === 0 || (Number.isSafeInteger(left) && Number.isSafeInteger(right))) return left + right;
  // Such numbers are too large or too small to be written without an exponent, and their sum would have more digits
  // than a JavaScript number can hold.
  if (/e/.test(`${left}${right}`)) throw new UnknownForm(`${left} + ${right}`);
  const [, places = ''] = /^-?\d+\.(\d+)$/.exec(String(left)) ?? [];
  const [, others = ''] = /^-?\d+\.(\d+)$/.exec(String(right)) ?? [];
  const digits = Math.max(places.length, others.length);
  const scaled = (value: number) => Number(value.toFixed(digits).replace('.', ''));
  const sum = scaled(left) + scaled(right);
  if (!Number.isSafeInteger(sum)) throw new UnknownForm(`${left} + ${right}`);
  return sum / 10 ** digits;
}

function append(left: unknown, right: unknown): unknown[] {
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  throw new ValidationException(`an update appends ${typeOf(right)} to ${typeOf(left)}`);
}

function missing(word: string): never {
  throw new ValidationException(`an update needs ${word}, which the item does not have`);
}
