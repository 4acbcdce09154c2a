import * as z from 'zod';

/** The body of a vote, which is optional (design-second-half, One electorate, content). */
export const VoteRequest = z
  .strictObject({
    contentHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hexadecimal')
      .optional()
      .meta({
        description:
          'What is voted on, as the approval was read. If the approval is bound to something else, the answer is `CONFLICT` ' +
          'and no vote is recorded. Dashboards always name it.',
      }),
  })
  .optional()
  .meta({ id: 'CastVote', description: 'What is voted on. May be left out.' });
