/** Requests per minute and credential (specification, Limits). */
const ofCredentials = { standard: 100, 'high-volume': 600, 'batch-submission': 30 } as const;

/**
 * Form submissions per minute: with one token by anyone, and from one source address to any page. A link may be open in
 * many browsers at once, but there are rarely more than a few people paying from one address at the same time.
 */
const ofPages = { 'page-submission': 300, 'page-address': 30 } as const;

export const rateLimits = { ...ofCredentials, ...ofPages } as const;
export type RateClass = keyof typeof rateLimits;
