export const payoutLinkStatuses = ['open', 'claimed', 'canceled', 'expired'] as const;
export type PayoutLinkStatus = (typeof payoutLinkStatuses)[number];

/** The statuses to which each status may change. Each has an event of its name. */
export const payoutLinkTransitions: Readonly<Record<PayoutLinkStatus, readonly PayoutLinkStatus[]>> = {
  open: ['claimed', 'canceled', 'expired'],
  claimed: [],
  canceled: [],
  expired: [],
};

/** The legs that the amount of a link may be of. With `source_net` nobody knows before the claim what is debited. */
export const linkedLegs = ['source', 'destination'] as const;
