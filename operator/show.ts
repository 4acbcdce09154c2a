/** A result as lines for people: one line per field, nested values indented. */
export function linesOf(value: unknown, indent = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, indent));
  if (!isObject(value)) return [`${indent}${plain(value)}`];
  return Object.entries(value).flatMap(([name, field]) => {
    if (isEmpty(field)) return [`${indent}${name}: -`];
    if (isObject(field) || Array.isArray(field)) return [`${indent}${name}:`, ...linesOf(field, `${indent}  `)];
    return [`${indent}${name}: ${plain(field)}`];
  });
}

/** The first line of an item starts with a dash; the others are indented below it. */
function itemLines(item: unknown, indent: string): string[] {
  const [first = '', ...rest] = linesOf(item);
  return [`${indent}- ${first}`, ...rest.map((line) => `${indent}  ${line}`)];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function plain(value: unknown): string {
  return value === null ? '-' : String(value);
}
