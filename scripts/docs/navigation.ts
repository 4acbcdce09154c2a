export interface NavigationEntry {
  readonly title: string;
  readonly path: string;
}

export interface NavigationGroup {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
  /** Collapsed unless it contains the current page, because there are many such groups. */
  readonly isLong?: boolean;
}

/** The pages of `docs/guide` by group, in the order of the navigation. Each page is named after its own title. */
export const guideGroups: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Begin', pages: ['start', 'checkout', 'sandbox'] },
  {
    title: 'Build',
    pages: ['libraries', 'signing', 'idempotency', 'errors', 'mistakes', 'webhooks', 'following', 'texts'],
  },
  { title: 'Pay out', pages: ['recipients', 'batches', 'payout-links', 'self-funded', 'wallets'] },
  { title: 'Sell', pages: ['refunds'] },
  { title: 'Operate', pages: ['testing', 'approvals', 'reconciliation', 'going-live', 'changelog'] },
];
