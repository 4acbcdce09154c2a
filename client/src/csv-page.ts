/** Rows as CSV. The first row names the columns. */
export interface CsvPage {
  readonly text: string;
  /** Pass it to get the next rows; undefined on the last page. */
  readonly nextCursor: string | undefined;
}
