import { maxMembers } from '../../access/team/add-member.ts';
import { mayStopReset } from '../../access/voters/electorate.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { MemberEntity, memberPartition } from '../../identity/member.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { dueRef } from '../../journal/due/due-work.ts';
import { mailWork, type StoredMail } from '../../journal/rows/mail-entity.ts';
import type { Reset } from './reset-approvers.ts';

/** The maximum number in each list: an execution checks those reached in its commit, which has room for few. */
const maxReached = 10;
const maxUnreached = 50;

export type Unreached = Required<Pick<Reset, 'unreached' | 'reached'>>;

/**
 * Who does not receive the mail of a reset, and who does.
 * @returns undefined while it may still reach everyone, and if no current owner or voter has it, because then nobody
 * could stop the reset
 */
export async function findUnreached(
  store: Pick<Store, 'get' | 'range'>,
  mail: StoredMail,
): Promise<Unreached | undefined> {
  const { organizationId, refused, sentTo } = mail;
  if (!refused || !sentTo) return undefined;
  const [due, organization, { items: members }] = await Promise.all([
    store.get(dueRef(mailWork(mail))),
    store.get(refTo(OrganizationEntity, { organizationId })),
    store.range(MemberEntity, { partition: memberPartition(organizationId), limit: maxMembers }),
  ]);
  if (due?.parkedAt === undefined || !organization) return undefined;
  const reached = members
    .filter((member) => sentTo.includes(member.email) && mayStopReset(organization, member))
    .map(({ userId }) => userId)
    .slice(0, maxReached);
  return reached.length === 0 ? undefined : { unreached: refused.slice(0, maxUnreached), reached };
}
