import type { ItemRef } from '../../../ground/table/expressions.ts';
import { replace } from '../../../ground/table/writes.ts';
import { timestamp } from '../../../ground/time/clock.ts';
import type { Organization } from '../../../identity/organization.ts';
import { decideAndCommit } from '../../../journal/commit/decide.ts';
import { mailWrites } from '../../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../../journal/rows/name-in-mail.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import type { RestoredTable } from '../../payout/restored-table.ts';
import type { WaitingCode } from '../claims/claim-waits.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkRef } from '../payout-link.ts';
import { isClosed } from './closed-by-restore.ts';

const restoredCode: WaitingCode = 'restored';
/** Out of a commit's maximum of a hundred writes. */
const linksPerCommit = 50;

/** Whether a restore has closed the link, but the link does not show it yet. */
export function isToBeNoted(link: PayoutLink, restored: RestoredTable | undefined): boolean {
  return isClosed(link, restored) && link.waitingFor?.code !== restoredCode;
}

/**
 * Marks links of an organization as closed by a restore (docs/adr/0122).
 * @param isMailed whether the owners and admins have already been notified: one mail is sufficient for all links
 */
export async function noteClosed(
  runtime: Runtime<'sealing'>,
  links: readonly PayoutLink[],
  restored: RestoredTable | undefined,
  isMailed: boolean,
): Promise<void> {
  for (let start = 0; start < links.length; start += linksPerCommit) {
    await noteTogether(runtime, links.slice(start, start + linksPerCommit), restored, isMailed || start > 0);
  }
}

async function noteTogether(
  runtime: Runtime<'sealing'>,
  links: readonly PayoutLink[],
  restored: RestoredTable | undefined,
  isMailed: boolean,
): Promise<void> {
  const [first] = links;
  if (!first) return;
  const { organizationId } = first;
  const mailId = runtime.ids.next('mail', runtime.clock());
  const keys = await runtime.secrets.sealingKeys();
  const reads: Record<string, ItemRef<typeof PayoutLinkEntity>> = Object.fromEntries(
    links.map(({ payoutLinkId }) => [payoutLinkId, payoutLinkRef(organizationId, payoutLinkId)]),
  );
  await decideAndCommit(runtime, {
    organizationId,
    aside: true,
    reads,
    decide: ({ organization, ...found }, draft) => {
      draft.skipCheck('organization');
      const now = Object.values(found) as (PayoutLink | undefined)[];
      const closed = now.filter((link) => link !== undefined && isToBeNoted(link, restored));
      if (closed.length === 0) return undefined;
      const waitingFor = { code: restoredCode, at: timestamp(draft.now) };
      draft.write(...closed.map((link) => replace(PayoutLinkEntity, { ...(link as PayoutLink), waitingFor })));
      const mail = { organizationId, mailId, to: { roles: ['owner', 'admin'] as const }, ...closedMail(organization) };
      if (!isMailed) draft.write(...mailWrites(mail, keys, draft.now));
      return { reply: { status: 200, body: undefined } };
    },
  });
}

function closedMail(organization: Organization) {
  const name = nameInMail(organization);
  return {
    subject: `Payout links of ${name} are closed`,
    text: [
      `Our data was restored to an earlier point in time. Payout links that ${name} created before that point can no longer be claimed, because some of them may have been canceled in the time that was lost.`,
      'Their pages show nothing, and their amounts stay held until they are canceled or expire. Cancel each of them, and create a new one if the payee should still be paid.',
      'GET payout-links?status=open lists them, with restored in waitingFor.',
    ].join('\n\n'),
  };
}
