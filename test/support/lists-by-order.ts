/** What orders the rows of each list, which decides how its reader misses none (docs/adr/0089). */
export const listsByOrder = {
  /** By the commit that made the row: nothing comes in behind what was read. */
  commit: ['exportCheckoutPayments', 'listBalanceTransactions', 'listCheckoutPayments', 'listEvents'],
  /**
   * By when the row was asked for, or by when it was written if that was more than a minute later: the answer says up to when it
   * is complete.
   */
  request: [
    'listApiKeys',
    'listApprovals',
    'listAuditEvents',
    'listCollectionAccounts',
    'listDeposits',
    'listLinks',
    'listOrders',
    'listPayoutBatches',
    'listPayoutLinks',
    'listProducts',
    'listReceipts',
    'listRecipients',
  ],
  /** All rows in one answer, the same rows always, or the newest fifty. */
  whole: [
    'getBalanceHistory',
    'listCheckoutScenarios',
    'listCorridors',
    'listMembers',
    'listPaymentReasons',
    'listPayoutBatchItems',
    'listPayoutScenarios',
    'listSandboxWebhookDeliveries',
    'listSandboxWebhookEndpoints',
    'listWebhookDeliveries',
    'listWebhookEndpoints',
  ],
} as const;
