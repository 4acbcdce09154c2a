/** A string, or a character that gives a document its structure. Numbers and literals are skipped. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * Keys that occur twice in an object of a JSON document. `JSON.parse` would silently keep the last one.
 * @param source valid JSON
 */
export function repeatedKeys(source: string): string[] {
  const repeated = new Set<string>();
  /** The keys of each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = [];
  let text: string | undefined;
  for (const [found] of source.matchAll(token)) {
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(undefined);
    else if (found === '}' || found === ']') open.pop();
    else if (found === ':' && text !== undefined) {
      const keys = open.at(-1);
      const key = JSON.parse(text) as string;
      if (keys?.has(key)) repeated.add(key);
      keys?.add(key);
    }
    text = found.startsWith('"') ? found : undefined;
  }
  return [...repeated];
}
