/** The one table, as data. The CDK construct, the one-machine stack and the entities are all made from it. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since the epoch. DynamoDB deletes late, so whoever reads a row checks its expiry too. */
  timeToLive: 'ttl',
  indexes: {
    /**
     * Sparse: it has only rows with work left to do. Sharded, so that no partition carries the load of the whole
     * service. Sorted by the five minutes in which work is due, and it has nothing but keys: what changes neither, as
     * claims do, writes nothing to it (docs/adr/0036).
     */
    due: { partitionKey: 'dueShard', sortKey: 'dueSlot', sortKeyType: 'number', projection: 'KEYS_ONLY' },
    /** Sparse: it has deliveries that were attempted more than once, sorted by their last attempt. For lists only. */
    retried: { partitionKey: 'retriedOf', sortKey: 'lastAttemptAt', sortKeyType: 'number', projection: 'ALL' },
  },
} as const;
