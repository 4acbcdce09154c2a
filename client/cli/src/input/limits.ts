/**
 * Limits on what is read from a file. All of it is held in memory, so that nothing is sent before everything was
 * checked.
 */
export const maxFileBytes = 64 * 1024 * 1024;
/** A hundred batches. Submitting and reading them takes about fifteen minutes within the service's rate limits. */
export const maxLines = 100_000;
/** The maximum length of a line: many times the longest that the service accepts. */
export const maxLineLength = 64 * 1024;
/** The maximum number of columns, so that a wrong delimiter or file causes a short message. */
export const maxColumns = 200;
/** The number of faults that are listed. The others are only counted. */
export const maxShownFaults = 100;
