/** An item or a key in DynamoDB's JSON, as in the stream. Its numbers are text and never become floats. */
export type Image = Readonly<Record<string, unknown>>;

/** A change of one item. */
export interface Change {
  /** The time of the change: ISO 8601 in UTC, in whole seconds as in the stream. */
  readonly at: string;
  /** Decimal text. Orders the changes of one item. */
  readonly sequenceNumber: string;
  /** INSERT, MODIFY or REMOVE. */
  readonly event: string;
  readonly keys: Image;
  readonly newImage?: Image | undefined;
  readonly oldImage?: Image | undefined;
}

/** The archive in which the worker stores the changes of the table. */
export interface ChangeArchive {
  /**
   * Adds changes of one stream, in its order. A change that is added repeatedly is stored once.
   * @param streamArn `arn:…:table/<name>/stream/<time>`
   */
  add(streamArn: string, changes: readonly Change[]): Promise<void>;
}

export interface ArchivedChange extends Change {
  /** Table and time of the stream. A restored table has another stream, even under the same name. */
  readonly stream: string;
}

export interface ChangePage {
  /** Changes of one item are in order. A change may occur again on a later page. */
  readonly changes: readonly ArchivedChange[];
  /** Names of unreadable objects, which the page skips. */
  readonly unreadable: readonly string[];
  /** The position where the next page starts. Absent on the last page. */
  readonly next?: string;
}

/** The archived changes, which operators read after a restore. */
export interface ArchivedChanges {
  /** The stream of the table that the stage uses now, in the form of `ArchivedChange.stream`. */
  readonly streamInUse: string;
  /** @param after `next` of the previous page */
  changesSince(sinceMs: number, after?: string): Promise<ChangePage>;
}
