/** The one table, as data: the CDK construct, the one-machine stack and the entities are all made from it. */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since the epoch. Expiry is also checked on every read: DynamoDB deletes late. */
  timeToLive: 'ttl',
  indexes: {
    /** Sparse: only rows with something left to do. Sharded, so that no partition carries the whole service. */
    due: { partitionKey: 'dueShard', sortKey: 'dueAt', sortKeyType: 'number', projection: 'ALL' },
    /** Sparse: deliveries that were attempted more than once, by their last attempt. For lists only. */
    retried: { partitionKey: 'retriedOf', sortKey: 'lastAttemptAt', sortKeyType: 'number', projection: 'ALL' },
  },
} as const;
