/** Requests per minute and credential (specification, Limits). */
const ofCredentials = { standard: 100, 'high-volume': 600, 'batch-submission': 30 } as const;

/**
 * Submissions of pages per minute: of one token by whomever, and of one source address to whatever page. A link may be
 * open in many browsers at once; behind one address there are rarely more than a few people who pay at the same time.
 */
const ofPages = { 'page-submission': 300, 'page-address': 30 } as const;

export const rateLimits = { ...ofCredentials, ...ofPages } as const;
export type RateClass = keyof typeof rateLimits;
