export interface OneMachineSizes {
  /** Starts of each stack; the median counts. */
  readonly starts: number;
  /** Of a read beside another organization's payouts, on each stack in turns. */
  readonly rounds: number;
  /** Of each round. */
  readonly seconds: number;
  /** Of a batch. */
  readonly lines: number;
  /** At once on one link. */
  readonly buyers: number;
  /** Of a burst of webhooks; two for each payout. */
  readonly burstEvents: number;
  /** Of a live organization on a development chain. */
  readonly fundedPayouts: number;
  /** Payouts to wallets, from the vault on the development chain. */
  readonly paidWallets: number;
  /** Of the long history; a multiple of `madePayouts`. */
  readonly historyPayouts: number;
  /** Payouts of the history that a stack makes; the others are their copies. */
  readonly madePayouts: number;
  /** Of transactions on the table alone. */
  readonly blockingSeconds: number;
}

/** The stacks that are compared. DynamoDB Local is among them where there is Java. */
export type StackName = 'embedded' | 'history' | 'dynamodb-local';
