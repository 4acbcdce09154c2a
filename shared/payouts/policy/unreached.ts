import { maxMembers } from '../../access/team/add-member.ts';
import { mayStopReset } from '../../access/voters/electorate.ts';
import { read } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { MemberEntity, memberPartition } from '../../identity/member.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { dueRead } from '../../journal/due/due-work.ts';
import { mailWork, type StoredMail } from '../../journal/rows/mail-entity.ts';
import type { Reset } from './reset-approvers.ts';

/** So many are kept of each list: an execution checks those reached in its commit, which has room for few. */
const maxReached = 10;
const maxUnreached = 50;

export type Unreached = Required<Pick<Reset, 'unreached' | 'reached'>>;

/**
 * Whom the mail of a reset does not reach, and who has it.
 * @returns undefined while it may still reach everybody, and where no owner or voter of today has it: nobody could stop
 *   the reset then
 */
export async function findUnreached(
  store: Pick<Store, 'get' | 'range'>,
  mail: StoredMail,
): Promise<Unreached | undefined> {
  const { organizationId, refused, sentTo } = mail;
  if (!refused || !sentTo) return undefined;
  const [due, organization, { items: members }] = await Promise.all([
    store.get(dueRead(mailWork(mail))),
    store.get(read(OrganizationEntity, { organizationId })),
    store.range(MemberEntity, { partition: memberPartition(organizationId), limit: maxMembers }),
  ]);
  if (due?.parkedAt === undefined || !organization) return undefined;
  const reached = members
    .filter((member) => sentTo.includes(member.email) && mayStopReset(organization, member))
    .map(({ userId }) => userId)
    .slice(0, maxReached);
  return reached.length === 0 ? undefined : { unreached: refused.slice(0, maxUnreached), reached };
}
