/** A result of the search: a page, or a heading of one. */
export interface SearchEntry {
  readonly title: string;
  readonly path: string;
  /** The page of a heading, or the method and path of an operation. */
  readonly of?: string;
  /** Further words by which it is found, such as the fields of an operation. */
  readonly words?: string;
}
