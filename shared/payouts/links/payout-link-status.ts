export const payoutLinkStatuses = ['open', 'claimed', 'canceled', 'expired'] as const;
export type PayoutLinkStatus = (typeof payoutLinkStatuses)[number];

/** The allowed transitions from each status. Each status has an event of the same name. */
export const payoutLinkTransitions: Readonly<Record<PayoutLinkStatus, readonly PayoutLinkStatus[]>> = {
  open: ['claimed', 'canceled', 'expired'],
  claimed: [],
  canceled: [],
  expired: [],
};

/** The possible legs of a link's amount. With `source_net`, the debit is unknown before the claim. */
export const linkedLegs = ['source', 'destination'] as const;
