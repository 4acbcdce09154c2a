/** An item or a key in DynamoDB's JSON, as the stream has it: its numbers are text and never become floats. */
export type Image = Readonly<Record<string, unknown>>;

/** A change of one item. */
export interface Change {
  /** When it was made: ISO 8601 in UTC, in whole seconds as the stream tells it. */
  readonly at: string;
  /** Decimal text. Changes of one item are in its order. */
  readonly sequenceNumber: string;
  /** INSERT, MODIFY or REMOVE. */
  readonly event: string;
  readonly keys: Image;
  readonly newImage?: Image | undefined;
  readonly oldImage?: Image | undefined;
}

/** Where the worker puts the changes of the table. */
export interface ChangeArchive {
  /**
   * Adds changes of one stream, in its order. The same changes are kept once, however often they are added.
   * @param streamArn `arn:…:table/<name>/stream/<time>`
   */
  add(streamArn: string, changes: readonly Change[]): Promise<void>;
}

export interface ArchivedChange extends Change {
  /** Table and time of the stream. A table that was restored has another stream, also under the same name. */
  readonly stream: string;
}

export interface ChangePage {
  /** Changes of one item are in their order. A change may come again on a later page. */
  readonly changes: readonly ArchivedChange[];
  /** Names of objects that could not be understood; the page goes on without them. */
  readonly unreadable: readonly string[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: string;
}

/** What operators read after a restore. */
export interface ArchivedChanges {
  /** The stream of the table that the stage uses now, as changes name it. */
  readonly streamInUse: string;
  /** @param after `next` of the page before */
  changesSince(sinceMs: number, after?: string): Promise<ChangePage>;
}
