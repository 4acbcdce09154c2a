import { ValidationException } from '../errors.ts';
import { type Operand, readAttribute, readOperand } from './operands.ts';
import { Tokens } from './tokens.ts';

/** A condition or filter, as a tree. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'exists' | 'absent'; readonly attribute: string }
  | { readonly kind: 'compare'; readonly operator: Comparator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'between'; readonly operand: Operand; readonly from: Operand; readonly to: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly options: readonly Operand[] };

const comparators = ['=', '<', '<=', '>', '>='] as const;
export type Comparator = (typeof comparators)[number];

const known = new Map<string, Condition>();

/** @throws UnknownForm for conditions that the service does not use */
export function parseCondition(expression: string): Condition {
  const seen = known.get(expression);
  if (seen) return seen;
  const tokens = new Tokens(expression);
  const condition = readOr(tokens);
  if (!tokens.isOver) tokens.fail();
  known.set(expression, condition);
  return condition;
}

function readOr(tokens: Tokens): Condition {
  const parts = [readAnd(tokens)];
  while (tokens.takes('OR')) parts.push(readAnd(tokens));
  return parts.length === 1 ? (parts[0] as Condition) : { kind: 'or', parts };
}

function readAnd(tokens: Tokens): Condition {
  const parts = [readNot(tokens)];
  while (tokens.takes('AND')) parts.push(readNot(tokens));
  return parts.length === 1 ? (parts[0] as Condition) : { kind: 'and', parts };
}

function readNot(tokens: Tokens): Condition {
  return tokens.takes('NOT') ? { kind: 'not', part: readNot(tokens) } : readOne(tokens);
}

function readOne(tokens: Tokens): Condition {
  if (tokens.takes('(')) return readBracketed(tokens);
  const about = tokens.takesFunction('attribute_exists', 'attribute_not_exists');
  if (about) {
    const kind = about === 'attribute_exists' ? 'exists' : 'absent';
    return closed(tokens, { kind, attribute: readAttribute(tokens) });
  }
  return readComparison(tokens, readOperand(tokens));
}

const bracketed = new WeakSet<Condition>();

function readBracketed(tokens: Tokens): Condition {
  const condition = closed(tokens, readOr(tokens));
  if (bracketed.has(condition)) throw new ValidationException('the expression has redundant parentheses');
  bracketed.add(condition);
  return condition;
}

function readComparison(tokens: Tokens, operand: Operand): Condition {
  if (tokens.takes('BETWEEN')) {
    const from = readOperand(tokens);
    tokens.expect('AND');
    return { kind: 'between', operand, from, to: readOperand(tokens) };
  }
  if (tokens.takes('IN')) {
    tokens.expect('(');
    return closed(tokens, { kind: 'in', operand, options: tokens.list(() => readOperand(tokens)) });
  }
  const operator = comparators.find((one) => tokens.takes(one)) ?? tokens.fail();
  return { kind: 'compare', operator, left: operand, right: readOperand(tokens) };
}

function closed(tokens: Tokens, condition: Condition): Condition {
  tokens.expect(')');
  return condition;
}
