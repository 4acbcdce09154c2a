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
          'The `contentHash` of the approval as you read it. If the approval has a different one, the answer is ' +
          '`CONFLICT` and no vote is recorded. Dashboards always send it.',
      }),
  })
  .optional()
  .meta({ id: 'CastVote', description: 'The content that is voted on. Optional.' });
