/**
 * How long a queue keeps a hint. After an outage, hints can wait for hours until workers get to them (`npm run bench --
 * --only sweep`). The sweep resends those that expired.
 */
export const hintRetentionDays = 4;
