/**
 * Spreadsheets take what begins so as a formula, some of them after spaces or quotation marks, and in full-width
 * characters too.
 */
const formula = /^[\s'"]*[=+\-@＝＋－＠|%]|^[\t\r\n]/;

/** In front of a text, it tells Excel that the text is UTF-8. Other readers would take it for a part of the first name. */
export const byteOrderMark = '\ufeff';

/** A line of CSV as RFC 4180 has it. A cell that a spreadsheet would calculate has an apostrophe before it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  const harmless = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
