/** What of a file is read. All of it is held in memory, so that nothing is sent before all of it was checked. */
export const maxFileBytes = 64 * 1024 * 1024;
/** A hundred runs. To submit and read them takes about fifteen minutes within the service's rate limits. */
export const maxLines = 100_000;
/** Characters of a line: many times the longest that the service takes. */
export const maxLineLength = 64 * 1024;
/** Columns, so that a wrong delimiter or a foreign file is a short message. */
export const maxColumns = 200;
/** Faults that are listed; the others are counted. */
export const maxShownFaults = 100;
