import type { Member } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type Team, TeamEntity, teamIn } from '../team/team.ts';

type Approvals = Pick<Organization, 'approvals'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long former owners and voters are notified when operators name other voters. */
const rememberedMs = 30 * DAY_MS;
/** The maximum number of former owners and voters that are remembered, far fewer than fit into one item. */
const maxFormer = 500;

type Former = NonNullable<Team['former']>[number];

/**
 * Remembers people who were voters or owners. Voters come first, so that they are dropped last. Naming a voter takes
 * votes, so nobody alone can push former voters off the list.
 */
export function rememberFormer(draft: JournalDraft, people: readonly Omit<Former, 'until'>[]): void {
  if (people.length === 0) return;
  const team = teamIn(draft);
  const until = draft.now + rememberedMs;
  const userIds = new Set(people.map(({ userId }) => userId));
  const others = formerOf(team, draft.now).filter(({ userId }) => !userIds.has(userId));
  const former = [...others, ...people.map((person) => ({ ...person, until }))];
  const inOrder = former.sort((a, b) => Number(b.wasVoter) - Number(a.wasVoter)).slice(0, maxFormer);
  draft.change(TeamEntity, { ...team, former: inOrder });
}

/**
 * Remembers the voters who are dropped by a policy change. The address of a voter who is still a member is in the
 * member's row.
 */
export function rememberDropped(draft: JournalDraft, before: Approvals, after: Approvals): void {
  const dropped = (before.approvals?.approvers ?? []).filter((userId) => !after.approvals?.approvers.includes(userId));
  rememberFormer(
    draft,
    dropped.map((userId) => ({ userId, wasVoter: true })),
  );
}

/** Stores the address of a former voter or owner who leaves, because their row is removed. */
export function keepAddress(draft: JournalDraft, { userId, email }: Member): void {
  const team = teamIn(draft);
  const former = formerOf(team, draft.now);
  if (!former.some((one) => one.userId === userId)) return;
  draft.change(TeamEntity, {
    ...team,
    former: former.map((one) => (one.userId === userId ? { ...one, email } : one)),
  });
}

/** Returns the people who stopped being a voter or an owner within the last 30 days. */
export function formerOf({ former = [] }: Pick<Team, 'former'>, now: number): Former[] {
  return former.filter(({ until }) => until > now);
}
