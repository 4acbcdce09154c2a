/** A value in DynamoDB's protocol: `{ S: 'text' }`. */
type AttributeValue = Readonly<Record<string, unknown>>;

const readers: Readonly<Record<string, (value: never) => unknown>> = {
  S: (text: string) => text,
  N: numberOf,
  BOOL: (value: boolean) => value,
  NULL: () => null,
  B: (bytes: Uint8Array) => bytes,
  M: plainItem,
  L: (values: AttributeValue[]) => values.map(plainValue),
  SS: (texts: string[]) => new Set(texts),
  NS: (numbers: string[]) => new Set(numbers.map(numberOf)),
  BS: (all: Uint8Array[]) => new Set(all),
};

/**
 * Converts an item of the stream or of an exception to plain values, as the document client does for every other item.
 * Needs no AWS package, so that importing a declaration loads none.
 * @throws Error for a type that DynamoDB does not have
 */
export function plainItem(image: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plainValue(value as AttributeValue)]));
}

function plainValue(value: AttributeValue): unknown {
  const [type = '', content] = Object.entries(value).find(([, one]) => one !== undefined) ?? [];
  const reader = readers[type];
  if (!reader) throw new Error(`Unsupported type passed: ${type}`);
  return reader(content as never);
}

/** Reads a number. Whole numbers that a double cannot represent become big integers. */
function numberOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isFinite(number) && Math.abs(number) > Number.MAX_SAFE_INTEGER ? BigInt(text) : number;
}
