import type { Approval } from '../../approvals/approval.ts';
import type { Organization } from '../../identity/organization.ts';
import type { NewMail } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';

/** The mail that notifies owners and voters that operators are naming other voters, and how to stop it. */
export function resetMail(
  organization: Organization,
  { approvalId, reset }: Approval,
  approvers: readonly string[],
): Pick<NewMail, 'subject' | 'text'> {
  const name = nameInMail(organization);
  const canStop = reset?.wanted === 1;
  return {
    subject: `Other voters are named at ${name}`,
    text: [
      `The platform was asked to name other people to vote on approvals at ${name}: ${approvers.join(', ')}.`,
      'It takes effect 72 hours after this mail was sent to everybody whom it concerns. If it cannot be sent to somebody, it takes effect only if a second operator asks for it, seven days after that.',
      canStop
        ? `If it is wrong, reject approval ${approvalId} until then: any owner or voter can. Tell the platform, too.`
        : 'It was stopped before, and two operators have confirmed it: it cannot be stopped by a vote. If it is wrong, tell the platform.',
    ].join('\n\n'),
  };
}
