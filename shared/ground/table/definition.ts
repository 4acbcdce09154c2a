/** The one table, as data. The CDK construct, the one-machine stack and the entities are all made from it. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since the epoch. DynamoDB deletes late, so code that reads a row must check its expiry, too. */
  timeToLive: 'ttl',
  indexes: {
    /**
     * Sparse: contains only rows with work left to do. Sharded, so that no partition carries the load of the whole
     * service. Sorted by the five-minute period in which work is due. It has only keys, so that changes which affect
     * neither key, such as claims, write nothing to it (docs/adr/0036).
     */
    due: { partitionKey: 'dueShard', sortKey: 'dueSlot', sortKeyType: 'number', projection: 'KEYS_ONLY' },
    /** Sparse: contains deliveries that were attempted more than once, sorted by their last attempt. Only for lists. */
    retried: { partitionKey: 'retriedOf', sortKey: 'lastAttemptAt', sortKeyType: 'number', projection: 'ALL' },
  },
} as const;
