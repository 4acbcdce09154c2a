/** Rows as CSV, the first of which names the columns. */
export interface CsvPage {
  readonly text: string;
  /** Asks for the rows behind these; undefined on the last page. */
  readonly nextCursor: string | undefined;
}
