import * as z from 'zod';
import { maxApprovers } from '../../access/voters/electorate.ts';
import { UserId } from '../../contract/fields/people.ts';
import { AmountText } from '../../contract/fields.ts';
import { maxVelocityPayouts } from '../../identity/controls.ts';
import { velocityCounts } from '../../identity/velocity-caps.ts';

const minutesOfADay = 24 * 60;
/** More people than anyone could ask to vote. */
const maxQuorum = 20;

const Cap = AmountText.nullable().optional().meta({ description: 'null lifts it; absent leaves it as it is.' });

/** Changes of caps, the organization's own or the platform's. A cap that is not named stays unchanged. */
export const CapChanges = z.strictObject({ single: Cap, daily: Cap, perEndUserDaily: Cap });

/** A velocity cap to set, the organization's own or the platform's. */
export const VelocityChange = z
  .strictObject({
    payouts: z.int().min(1).max(maxVelocityPayouts).meta({ description: 'How many.' }),
    minutes: z.int().min(1).max(minutesOfADay).meta({ description: 'Length of the window that slides.' }),
  })
  .nullable();

/** The controls that owners can change. All are optional. Amounts are in the settlement currency. */
const changes = {
  limits: CapChanges.optional().meta({
    description: 'Largest payout, and largest sums of a UTC day: in all, and for one end user.',
  }),
  velocity: VelocityChange.optional().meta({
    description: `At most so many payouts in any so many minutes; null lifts it. ${velocityCounts}`,
  }),
  approvals: z
    .strictObject({
      threshold: AmountText.nullable().meta({
        description: 'Payouts above it wait for approval; null: none does, only changes of the policy.',
      }),
      dailyThreshold: AmountText.nullable()
        .optional()
        .meta({
          description:
            'What may leave a UTC day without a vote, fees included: a payout that would take the day above it waits for ' +
            'approval, whatever its amount. Every payout of the day counts that nobody approved, also those sent before this ' +
            'was set. null or absent: no such bound.',
        }),
      quorum: z.int().min(1).max(maxQuorum).meta({ description: 'How many votes approve.' }),
      approvers: z
        .array(UserId)
        .max(maxApprovers)
        .refine((approvers) => new Set(approvers).size === approvers.length, 'names somebody twice')
        .meta({
          description: 'The voters: user ids, each once, more than the quorum. Members who may vote.',
          uniqueItems: true,
        }),
    })
    .nullable()
    .optional()
    .meta({ description: 'Replaced whole; null lifts it.' }),
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
  .meta({ id: 'PolicyChange', description: 'What is not named stays as it is.' });

export type PolicyChange = z.infer<typeof PolicyChange>;

/** The content of an approval of kind `policy`: the controls that it changes, before and after. */
export const RequestedPolicyChange = z
  .object({
    from: z.object(changes).meta({ description: 'What was in force, of what the change names.' }),
    to: z.object(changes).meta({ description: 'What comes into force.' }),
  })
  .meta({ id: 'RequestedPolicyChange', description: 'A change of the policy, before and after.' });

export type RequestedPolicyChange = z.infer<typeof RequestedPolicyChange>;
