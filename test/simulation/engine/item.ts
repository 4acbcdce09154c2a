export type Item = Record<string, unknown>;

/** Partition and sort key, with a space between. */
export type Key = string;
