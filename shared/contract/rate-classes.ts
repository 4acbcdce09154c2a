/** Requests per minute and credential (specification, Limits). */
export const rateLimits = { standard: 100, 'high-volume': 600, 'batch-submission': 30 } as const;
export type RateClass = keyof typeof rateLimits;
