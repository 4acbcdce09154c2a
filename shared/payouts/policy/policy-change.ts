import * as z from 'zod';
import { maxApprovers } from '../../access/voters/electorate.ts';
import { UserId } from '../../contract/fields/people.ts';
import { AmountText } from '../../contract/fields.ts';
import { maxVelocityPayouts } from '../../identity/controls.ts';
import { velocityCounts } from '../../identity/velocity-caps.ts';

const minutesOfADay = 24 * 60;
/** More people than anyone could ask to vote. */
const maxQuorum = 20;

const Cap = AmountText.nullable()
  .optional()
  .meta({ description: 'null lifts the cap. If absent, it stays unchanged.' });

/** Changes of caps, the organization's own or the platform's. A cap that is not named stays unchanged. */
export const CapChanges = z.strictObject({ single: Cap, daily: Cap, perEndUserDaily: Cap });

/** A velocity cap to set, the organization's own or the platform's. */
export const VelocityChange = z
  .strictObject({
    payouts: z.int().min(1).max(maxVelocityPayouts).meta({ description: 'The number of payouts.' }),
    minutes: z.int().min(1).max(minutesOfADay).meta({ description: 'The length of the sliding window.' }),
  })
  .nullable();

/** The controls that owners can change. All are optional. Amounts are in the settlement currency. */
const changes = {
  limits: CapChanges.optional().meta({
    description: 'The largest payout, and the largest totals per UTC day, overall and for one end user.',
  }),
  velocity: VelocityChange.optional().meta({
    description: `The maximum number of payouts in a sliding window of minutes. null lifts it. ${velocityCounts}`,
  }),
  approvals: z
    .strictObject({
      threshold: AmountText.nullable().meta({
        description: 'Payouts above this amount wait for approval. null: no payout waits, only changes of the policy.',
      }),
      dailyThreshold: AmountText.nullable()
        .optional()
        .meta({
          description:
            'The total that can be sent on a UTC day without a vote, fees included. A payout that would exceed it waits for ' +
            'approval, whatever its amount. Every payout of the day without an approval counts, including those sent before ' +
            'this was set. null or absent: no such limit.',
        }),
      quorum: z.int().min(1).max(maxQuorum).meta({ description: 'The number of votes needed to approve.' }),
      approvers: z
        .array(UserId)
        .max(maxApprovers)
        .refine((approvers) => new Set(approvers).size === approvers.length, 'names somebody twice')
        .meta({
          description:
            'The user ids of the voters: members who may vote, each listed once. There must be more of them than the quorum.',
          uniqueItems: true,
        }),
    })
    .nullable()
    .optional()
    .meta({ description: 'Replaced as a whole. null removes the rules about votes.' }),
};

/** The body of `PATCH P/policy` (design, policy and policy change). */
export const PolicyChange = z
  .strictObject(changes)
  .refine(
    ({ limits = {}, velocity, approvals }) =>
      velocity !== undefined || approvals !== undefined || Object.values(limits).some((cap) => cap !== undefined),
    // For a body with an unknown field, only that fault is reported.
    { error: 'changes nothing', when: ({ issues }) => issues.length === 0 },
  )
  .meta({ id: 'PolicyChange', description: 'Absent fields stay unchanged.' });

export type PolicyChange = z.infer<typeof PolicyChange>;

/** The content of an approval of kind `policy`: the controls that it changes, before and after. */
export const RequestedPolicyChange = z
  .object({
    from: z.object(changes).meta({ description: 'The previous values of the settings that the change names.' }),
    to: z.object(changes).meta({ description: 'The new values.' }),
  })
  .meta({ id: 'RequestedPolicyChange', description: 'A change of the policy, with the values before and after it.' });

export type RequestedPolicyChange = z.infer<typeof RequestedPolicyChange>;
