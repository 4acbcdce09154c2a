import * as z from 'zod';
import { hashOfToken, type PageToken } from '../../../../contract/page-token.ts';
import { type Attempt, attemptRead } from '../../../attempts/attempt.ts';
import { testCardPath } from '../../../page/paths.ts';

const opens = {
  idPrefix: 'att',
  read: ({ organizationId, resourceId }: PageToken) => attemptRead(organizationId, resourceId),
};

/** How often the page has looked by itself. What is no such number counts as absent. */
export const lookParameter = {
  look: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
};

/** What the token opens with which an acquirer sends a buyer back. */
export const opensAttempt = { ...opens, tokenHash: ({ pageToken }: Attempt) => hashOfToken(pageToken) };

/** What the token of the sandbox's own card page opens: it ends the address that the sandbox gave. */
export const opensTestCards = {
  ...opens,
  tokenHash: ({ url }: Attempt) => {
    const start = testCardPath('');
    return url?.startsWith(start) ? hashOfToken(url.slice(start.length)) : undefined;
  },
};
