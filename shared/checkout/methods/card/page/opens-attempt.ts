import * as z from 'zod';
import { hashOfToken, type PageToken } from '../../../../contract/page-token.ts';
import { type Attempt, attemptRef } from '../../../attempts/attempt.ts';
import { testCardPath } from '../../../page/paths.ts';

const opens = {
  idPrefix: 'att',
  read: ({ organizationId, resourceId }: PageToken) => attemptRef(organizationId, resourceId),
};

/** How often the page has reloaded itself. An invalid number counts as absent. */
export const lookParameter = {
  look: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
};

/** What a page token opens when the acquirer sends a buyer back. */
export const opensAttempt = { ...opens, tokenHash: ({ pageToken }: Attempt) => hashOfToken(pageToken) };

/**
 * What the token of the sandbox's own card page opens. The token is the end of the address that the sandbox returned.
 */
export const opensTestCards = {
  ...opens,
  tokenHash: ({ url }: Attempt) => {
    const start = testCardPath('');
    return url?.startsWith(start) ? hashOfToken(url.slice(start.length)) : undefined;
  },
};
