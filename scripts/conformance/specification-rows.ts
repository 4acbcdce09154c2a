/** One statement of the specification: a row of a table, an item of a list, or a sentence of a paragraph. */
export interface SpecificationRow {
  /** Heading above it, with the next higher one: `States and transitions > Payout`. */
  readonly section: string;
  readonly text: string;
}

/**
 * Reads every statement of the specification's Markdown, in its order. Headings, and the first row of a table, which
 * names its columns, are not statements.
 */
export function specificationRows(markdown: string): SpecificationRow[] {
  const rows: SpecificationRow[] = [];
  let chapter = '';
  let section = '';
  const lines = markdown.split('\n');
  lines.forEach((line, index) => {
    const [, depth, title = ''] = /^(#{1,3}) (.+)$/.exec(line) ?? [];
    if (depth === '###') section = `${chapter} > ${title}`;
    else if (depth) chapter = section = title;
    else rows.push(...statementsOf(line, lines[index + 1] ?? '').map((text) => ({ section, text })));
  });
  return rows;
}

/** Whether a statement says only that something is not shown. */
export function isOmission(text: string): boolean {
  return text.endsWith(': not shown.') || text.endsWith(': not shown');
}

function statementsOf(line: string, next: string): string[] {
  const isSeparator = (text: string) => /^\|[-|]+\|$/.test(text);
  if (line === '') return [];
  if (line.startsWith('|')) return isSeparator(line) || isSeparator(next) ? [] : [line.slice(1, -1).trim()];
  const [, item] = /^(?:- |\d+\. )(.+)$/.exec(line) ?? [];
  return item ? statementsOfItem(item) : sentencesOf(line);
}

/** An item is one statement, but a sentence that says that something is not shown is a statement of its own. */
function statementsOfItem(item: string): string[] {
  const { shown = [], omitted = [] } = Object.groupBy(sentencesOf(item), (sentence) =>
    isOmission(sentence) ? 'omitted' : 'shown',
  );
  return [...(shown.length > 0 ? [shown.join(' ')] : []), ...omitted];
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=(?<!e\.g)\.)\s+(?=[A-Z0-9`])/);
}
