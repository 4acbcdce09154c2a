import { ValidationException } from '../errors.ts';
import type { Item } from '../item.ts';

type Typed = Readonly<Record<string, unknown>>;

/** Items nest at most 32 levels. Deeper input is not read. */
const mostLevels = 40;

/**
 * Reads an item from DynamoDB's typed form.
 * @throws ValidationException for anything that this table does not store
 */
export function itemFrom(typed: Readonly<Record<string, Typed>>): Item {
  return itemAt(typed, 0);
}

function itemAt(typed: Readonly<Record<string, Typed>>, level: number): Item {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, valueFrom(value, level)]));
}

function valueFrom(typed: unknown, level: number): unknown {
  if (level > mostLevels) throw new ValidationException('Nesting Levels have exceeded supported limits');
  if (!isMap(typed)) throw notTyped();
  const [[type, value] = ['', undefined], ...others] = Object.entries(typed);
  if (others.length > 0) throw new ValidationException('Supplied AttributeValue has more than one datatypes set');
  switch (type) {
    case 'S':
      return of(type, 'string', value);
    case 'N':
      return numberFrom(of(type, 'string', value));
    case 'BOOL':
      return of(type, 'boolean', value);
    case 'NULL':
      return nullFrom(value);
    case 'L':
      if (!Array.isArray(value)) throw notTyped();
      return value.map((part) => valueFrom(part, level + 1));
    case 'M':
      if (!isMap(value)) throw notTyped();
      return itemAt(value as Record<string, Typed>, level + 1);
    case 'B':
    case 'SS':
    case 'NS':
    case 'BS':
      throw new ValidationException(`This table does not store values of type ${type}`);
    default:
      throw notTyped();
  }
}

function of<Type extends 'string' | 'boolean'>(
  type: string,
  expected: Type,
  value: unknown,
): Type extends 'string' ? string : boolean {
  if (typeof value !== expected) throw new ValidationException(`An AttributeValue of type ${type} is no ${expected}`);
  return value as Type extends 'string' ? string : boolean;
}

function nullFrom(value: unknown): null {
  if (value !== true) throw new ValidationException('Null attribute value types must have the value of true');
  return null;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notTyped(): Error {
  return new ValidationException(
    'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
  );
}

const numeral = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,4}))?$/;

/** A number that does not fit into a double is refused, and never rounded. */
function numberFrom(text: string): number {
  const number = Number(text);
  if (!numeral.test(text) || !/\d/.test(text)) {
    throw new ValidationException('The parameter cannot be converted to a numeric value');
  }
  if (decimal(text) !== decimal(String(number))) {
    throw new ValidationException(`This table does not store a number with as many digits as ${text.slice(0, 50)}`);
  }
  return number;
}

/** The sign, digits and exponent of a number, which are the same for all ways of writing it. */
function decimal(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = numeral.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
