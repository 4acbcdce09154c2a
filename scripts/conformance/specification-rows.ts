/** One statement of the specification: a row of a table, an item of a list, or a sentence of an endpoint's paragraph. */
export interface SpecificationRow {
  /** Heading that it stands under, with the one above: `States and transitions > Payout`. */
  readonly section: string;
  readonly text: string;
}

/** Reads the statements of the specification's Markdown, in its order; those that say that something is not shown are left out. */
export function specificationRows(markdown: string): SpecificationRow[] {
  const rows: SpecificationRow[] = [];
  let chapter = '';
  let section = '';
  const lines = markdown.split('\n');
  lines.forEach((line, index) => {
    const [, depth, title = ''] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (depth === '##') chapter = section = title;
    if (depth === '###') section = `${chapter} > ${title}`;
    if (!depth) rows.push(...statementsOf(line, lines[index + 1] ?? '').map((text) => ({ section, text })));
  });
  return rows.filter(({ text }) => !text.endsWith('not shown') && !text.endsWith('not shown.'));
}

/** An item may end with what is not shown of it. */
function shownPart(item: string): string {
  const sentences = item.split(/(?<=\.)\s+(?=[A-Z0-9`])/);
  return sentences.length > 1 && item.endsWith(': not shown.') ? sentences.slice(0, -1).join(' ') : item;
}

function statementsOf(line: string, next: string): string[] {
  const isSeparator = (text: string) => /^\|[-|]+\|$/.test(text);
  if (line.startsWith('|')) return isSeparator(line) || isSeparator(next) ? [] : [line.slice(1, -1).trim()];
  const [, item] = /^(?:- |\d+\. )(.+)$/.exec(line) ?? [];
  if (item) return [shownPart(item)];
  return line === '' || line.startsWith('#') ? [] : line.split(/(?<=\.)\s+(?=[A-Z0-9`])/);
}
