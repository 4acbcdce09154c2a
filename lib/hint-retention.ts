/**
 * How long a queue keeps a hint. After an outage hints wait for hours until workers get to them
 * (`npm run bench -- --only sweep`). The sweep sends those that were forgotten again.
 */
export const hintRetentionDays = 4;
