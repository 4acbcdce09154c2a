import { replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type Member, memberRead } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { LaterView } from './claim-results.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkRead } from './payout-link.ts';

interface Found {
  readonly organization: Organization;
  readonly link: PayoutLink | undefined;
  readonly creator?: Member | undefined;
}

/**
 * Notes on a link why its payee could not be paid now. Whoever made the link is mailed the first time: the person, or for a key the
 * owners and admins. The same reason again changes nothing.
 */
export async function noteWaiting(
  runtime: Runtime<'sealing'>,
  { organizationId, payoutLinkId, creator: { actorUserId } }: PayoutLink,
  code: string,
): Promise<LaterView> {
  const mailId = runtime.ids.next('mail', runtime.clock());
  const keys = await runtime.secrets.sealingKeys();
  await decideAndCommit(runtime, {
    organizationId,
    aside: true,
    reads: {
      link: payoutLinkRead(organizationId, payoutLinkId),
      ...(actorUserId !== undefined && { creator: memberRead(organizationId, actorUserId) }),
    },
    decide: ({ organization, link, creator: person }: Found, draft) => {
      draft.skipCheck('organization', 'creator');
      if (link?.status !== 'open' || link.waitingFor?.code === code) return undefined;
      const waitingFor = { code, at: timestamp(draft.now) };
      draft.write(replace(PayoutLinkEntity, { ...link, waitingFor }));
      const to = person ? [person.email] : { roles: ['owner' as const, 'admin' as const] };
      const mail = { organizationId, mailId, to, ...waitingMail(organization, link, code) };
      if (!link.waitingFor) draft.write(...mailWrites(mail, keys, draft.now));
      return { reply: { status: 200, body: undefined } };
    },
  });
  return { kind: 'later' };
}

function waitingMail(organization: Organization, { payoutLinkId }: PayoutLink, code: string) {
  const name = nameInMail(organization);
  return {
    subject: `A payee of ${name} could not be paid`,
    text: [
      `Somebody tried to claim payout link ${payoutLinkId} of ${name}, and could not be paid: ${code}.`,
      'The link stays open, and the payee was asked to try again later. Its amount stays held until it is claimed, canceled or expires.',
      'Read the link (GET payout-links/{payoutLinkId}): waitingFor names the reason. You will not be mailed about this link again.',
    ].join('\n\n'),
  };
}
