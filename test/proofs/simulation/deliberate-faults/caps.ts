import type { Input } from '../../../../local/table/call.ts';
import { currentInvocation, type Invocation } from '../engine/invocation.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { decidesPayout, itemsOf } from './rewriting.ts';

export const capFaults: readonly DeliberateFault[] = [
  {
    name: 'caps-read-at-the-door-only',
    sentence: 'caps are looked at when a payout is quoted, not when it is made',
    rewrite: () => uncappedInDecisions,
  },
  {
    name: 'caps-as-the-door-saw-them',
    sentence: 'a payout is held against the caps that were read when its request came in',
    rewrite: () => capsOfTheDoor(),
  },
];

/** Lets no decision about a payout see a cap. */
const uncappedInDecisions: Rewrite = async (call, send) => {
  const output = await send(call);
  if (!decidesPayout(call)) return output;
  for (const item of itemsOf(call, output)) {
    if (item.sk === 'ORG') for (const cap of ['limits', 'velocity', 'approvals']) delete item[cap];
  }
  return output;
};

/** Shows every decision about a payout the limits that the first read of its request found. */
function capsOfTheDoor(): Rewrite {
  const seen = new Map<Invocation | undefined, Input>();
  return async (call, send) => {
    const output = await send(call);
    const organization = itemsOf(call, output).find(({ sk }) => sk === 'ORG');
    if (!organization) return output;
    const atTheDoor = seen.get(currentInvocation());
    if (!atTheDoor) seen.set(currentInvocation(), organization);
    else if (decidesPayout(call)) organization.limits = atTheDoor.limits;
    return output;
  };
}
