import type { Input, OneWrite } from '../../../../local/table/call.ts';
import { currentInvocation } from '../engine/invocation.ts';
import { people } from '../engine/people.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { World } from '../engine/world.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import { itemsOf, mapWrites, transactionsOn } from './rewriting.ts';

export const approvalFaults: readonly DeliberateFault[] = [
  {
    name: 'initiator-may-vote',
    sentence: 'who issued the key that asked for an approval may vote on it',
    rewrite: () => onApprovals(openToWhoAsked),
  },
  {
    name: 'rotation-that-forgets',
    sentence: 'the successor of a rotation forgets who rotated it',
    rewrite: transactionsOn('KEY#', (call, send) => send(mapWrites(call, forgetfulOfRotators))),
  },
  {
    name: 'voters-by-role',
    sentence: 'whoever is invited in a role that votes is a voter, though nobody named them',
    rewrite: invitedVote,
  },
  {
    name: 'invitees-are-strangers',
    sentence: 'who joins forgets who invited them',
    rewrite: transactionsOn('MEMBER#', (call, send) => send(mapWrites(call, forgetfulOfInviters))),
  },
  {
    name: 'voters-after-the-fact',
    sentence: 'a voter named after the request may vote',
    rewrite: () => onApprovals(openToWhoIsNamedAgain),
  },
  {
    name: 'late-votes-count',
    sentence: 'a vote counts as long as nobody has noticed that the approval has expired',
    rewrite: () => lateVotes,
  },
  {
    name: 'revocation-that-lets-requests-finish',
    sentence: 'what a key has begun may still be committed after its revocation',
    rewrite: transactionsOn('KEY#', (call, send) => send(mapWrites(call, forgetful))),
  },
  {
    name: 'revocation-that-lets-approvals-go-on',
    sentence: 'what a key asked for is executed after its revocation',
    rewrite: () => approvalsGoOn,
  },
  {
    name: 'electorate-that-is-not-counted',
    sentence: 'what waits for votes is not counted again when voters, quorum or members change',
    rewrite: transactionsOn('ORG#', (call, send) =>
      send(mapWrites(call, (write) => (isRecount(write) ? undefined : write))),
    ),
  },
  {
    name: 'askers-need-not-stay',
    sentence: 'what a person asked for is executed, whatever became of that person',
    rewrite: () => anonymousToWorkers,
  },
  {
    name: 'release-without-its-row',
    sentence: 'what an approval held comes back to the balance, but not to the ledger',
    rewrite: transactionsOn('APPROVAL#', (call, send) =>
      send(mapWrites(call, (write) => (write.input.Item?.type === 'hold_release' ? undefined : write))),
    ),
  },
];

/** As if the key that asked had been nobody's. */
function openToWhoAsked(approval: Input): void {
  approval.electorate = [...approval.electorate, approval.initiator.issuedBy];
  approval.initiator = { ...approval.initiator, issuedBy: 'nobody' };
}

/** As if those whom a thief has invited had been named, whenever it was asked. */
function invitedVote(world: World): Rewrite {
  return async (call, send) => {
    const output = await send(call);
    const { identities } = world.thief;
    for (const item of itemsOf(call, output)) {
      if (item.sk === 'ORG' && item.approvals) item.approvals.approvers = [...item.approvals.approvers, ...identities];
      if (item._et === 'approval') item.electorate = [...item.electorate, ...identities];
    }
    return output;
  };
}

function forgetfulOfInviters({ kind, input }: OneWrite): OneWrite {
  const { Item } = input;
  return Item?.inviters ? { kind, input: { ...input, Item: { ...Item, inviters: [] } } } : { kind, input };
}

/** The first of the people is who is left out for a while. */
function openToWhoIsNamedAgain(approval: Input): void {
  const [again] = people;
  if (approval.initiator.issuedBy !== again) approval.electorate = [...approval.electorate, again];
}

function forgetfulOfRotators({ kind, input }: OneWrite): OneWrite {
  const { Item } = input;
  return Item?.rotatedFrom
    ? { kind, input: { ...input, Item: { ...Item, persons: [Item.issuedBy] } } }
    : { kind, input };
}

const tenYearsMs = 10 * 365 * 24 * 60 * 60 * 1000;

/** A worker may notice. */
function isRequest(): boolean {
  return currentInvocation()?.requestId !== '';
}

/** Shows requests another expiry, and takes it out of what they write. */
const lateVotes: Rewrite = (call, send) => {
  if (!isRequest()) return send(call);
  const shown = onApprovals((approval) => (approval.expiresAt += tenYearsMs));
  return call.name === 'TransactWrite' ? send(mapWrites(call, withItsExpiry)) : shown(call, send);
};

function withItsExpiry({ kind, input }: OneWrite): OneWrite {
  const { Item } = input;
  const isVoted = Item?._et === 'approval' && Item.votes.length > 0;
  return isVoted
    ? { kind, input: { ...input, Item: { ...Item, expiresAt: Item.expiresAt - tenYearsMs } } }
    : { kind, input };
}

/** Shows decisions an approval that is otherwise. */
function onApprovals(change: (approval: Input) => unknown): Rewrite {
  return async (call, send) => {
    const output = await send(call);
    for (const item of itemsOf(call, output)) if (item._et === 'approval') change(item);
    return output;
  };
}

/** Hides from who revokes what the key asked for, and from workers that the key was revoked. */
const approvalsGoOn: Rewrite = async (call, send) => {
  const output = await send(call);
  if (isRequest()) return output;
  for (const item of itemsOf(call, output)) if (item._et === 'apiKey') delete item.revokedAt;
  const hidesApprovals = call.name === 'Query' && output.Items?.some((item: Input) => item._et === 'approval');
  return hidesApprovals ? { ...output, Items: [] } : output;
};

function isRecount({ input }: OneWrite): boolean {
  return input.Item?._et === 'dueWork' && input.Item.resourceId === 'electorate';
}

/** Hides from workers who asked. */
const anonymousToWorkers: Rewrite = (call, send) => {
  const forget = onApprovals(
    (approval) => (approval.initiator = { issuedBy: approval.initiator.issuedBy ?? 'nobody' }),
  );
  return isRequest() ? send(call) : forget(call, send);
};

/** Leaves out whose access has just ended. */
function forgetful({ kind, input }: OneWrite): OneWrite {
  if (!input.Item?.withdrawn) return { kind, input };
  const { withdrawn: _, ...Item } = input.Item;
  return { kind, input: { ...input, Item } };
}
