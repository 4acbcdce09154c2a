import { type Approval, ApprovalEntity } from '../../../../shared/approvals/approval.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { type Member, MemberEntity } from '../../../../shared/identity/member.ts';
import { OrganizationEntity, type Organization as Stored } from '../../../../shared/identity/organization.ts';
import type { Commit } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

/** Who can still decide what waits for votes, told from the rows alone. */
export const decidingInvariants: readonly Invariant[] = [
  { name: 'what waits for votes can be decided, and lacks votes, unless a recount is due', broken: undecided },
  { name: 'nothing is executed whose asker was removed, or may not ask for it any more', broken: askersHold },
];

/** Clocks differ, and whether an approval has expired is told by the latest. */
const clockErrorMs = 40_000;

const votingRoles = ['owner', 'admin', 'operator'];
/** By the kind of approval. Keys ask for payouts. */
export const askingRoles: Readonly<Record<string, readonly string[]>> = {
  batch: votingRoles,
  policy: ['owner'],
  collection_account: ['owner', 'admin'],
  payout_link: votingRoles,
  payout_link_claim: votingRoles,
};

/** What the table holds of an organization at a step. */
class Scene {
  organization: Pick<Stored, 'approvals'> = {};
  isRecountDue = false;
  readonly members = new Map<string, Member>();
  readonly approvals = new Map<string, Approval>();
  readonly #organizationId: string;

  constructor(organizationId: string) {
    this.#organizationId = organizationId;
  }

  /** @returns whether the commit changed anything of it */
  take({ changes }: Commit): boolean {
    const id = this.#organizationId;
    let isChanged = false;
    for (const { key, after } of changes) {
      const [partition, sort = ''] = key.split(' ');
      if (key === `ORG#${id} ORG` && after) this.organization = format(OrganizationEntity, after);
      else if (key === `DUE#${id}#approvals#electorate DUE`) this.isRecountDue = after !== undefined;
      else if (partition === `MEMBER#${id}` && after) this.members.set(sort, format(MemberEntity, after));
      else if (partition === `MEMBER#${id}`) this.members.delete(sort);
      else if (partition === `APPROVAL#${id}` && after) this.approvals.set(sort, format(ApprovalEntity, after));
      else continue;
      isChanged = true;
    }
    return isChanged;
  }

  isVoter(userId: string): boolean {
    const isNamed = this.organization.approvals?.approvers.includes(userId) ?? false;
    return isNamed && votingRoles.includes(this.members.get(userId)?.role ?? '');
  }

  /** Why a pending approval should not wait any more. */
  fault({ approvalId, kind, initiator, electorate = [], votes, required }: Approval): string[] {
    const { actorUserId } = initiator;
    const role = this.members.get(actorUserId ?? '')?.role ?? '';
    if (actorUserId !== undefined && !askingRoles[kind]?.includes(role)) {
      return [`${approvalId} waits, and ${actorUserId}, who asked, is ${role || 'no member'}`];
    }
    const wanted = Math.max(required, this.organization.approvals?.quorum ?? 1);
    const agreed = votes.filter(({ actorUserId: voter }) => this.isVoter(voter)).length;
    const voted = votes.map(({ actorUserId: voter }) => voter);
    const left = electorate.filter((userId) => this.isVoter(userId) && !voted.includes(userId)).length;
    if (agreed >= wanted) return [`${approvalId} waits with ${agreed} of ${wanted} votes`];
    return agreed + left < wanted ? [`${approvalId} waits, and ${left} are left for ${wanted - agreed} votes`] : [];
  }
}

function undecided({ organizationId }: Books, { witness }: World): string[] {
  const scene = new Scene(organizationId);
  return witness.commits.flatMap((commit) => {
    if (!scene.take(commit) || scene.isRecountDue) return [];
    const waiting = [...scene.approvals.values()].filter(
      ({ status, reset, expiresAt }) => status === 'pending' && !reset && expiresAt > commit.at + clockErrorMs,
    );
    return waiting.flatMap((approval) => scene.fault(approval).map((fault) => `${fault}, behind step ${commit.step}`));
  });
}

/** Versions of the asker's row between the request and the execution. */
function askersHold({ organizationId, approvals }: Books, { witness }: World): string[] {
  return approvals.flatMap(({ approvalId, kind, status, reset, initiator: { actorUserId } }) => {
    if (status !== 'executed' || reset || actorUserId === undefined) return [];
    const history = witness.history(`APPROVAL#${organizationId} ${approvalId}`);
    const [asked = 0, executed = 0] = [history[0]?.commit.step, history.at(-1)?.commit.step];
    const rows = witness.history(`MEMBER#${organizationId} ${actorUserId}`);
    const meanwhile = rows.filter(({ commit }) => commit.step > asked && commit.step < executed);
    const isGone = meanwhile.some(({ item }) => item === undefined);
    const role = rows.findLast(({ commit }) => commit.step < executed)?.item?.role;
    return !isGone && askingRoles[kind]?.includes(String(role))
      ? []
      : [`${approvalId} was executed, and ${actorUserId}, who asked, ${isGone ? 'had been removed' : `was ${role}`}`];
  });
}
