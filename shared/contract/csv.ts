/**
 * Spreadsheets treat text that starts like this as a formula, some of them also after spaces or quotation marks, and in
 * full-width characters.
 */
const formula = /^[\s'"]*[=+\-@＝＋－＠|%]|^[\t\r\n]/;

/**
 * At the start of a text it tells Excel that the text is UTF-8. Other readers would take it for part of the first name.
 */
export const byteOrderMark = '\ufeff';

/** A line of CSV as defined by RFC 4180. A cell that a spreadsheet would evaluate is prefixed with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  const harmless = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
