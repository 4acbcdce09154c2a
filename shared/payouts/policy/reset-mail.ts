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
    subject: `New voters were requested for ${name}`,
    text: [
      `An operator of the platform has asked to replace the voters on approvals of ${name} with: ${approvers.join(', ')}.`,
      'This takes effect 72 hours after this mail was sent to everyone concerned. If it cannot be sent to one of them, it takes effect only if a second operator asks for it, seven days after that.',
      canStop
        ? `If this is wrong, reject approval ${approvalId} before then. Any owner or voter can do so. Also tell the platform.`
        : 'It was stopped before, and two operators have now confirmed it, so a vote cannot stop it. If this is wrong, tell the platform.',
    ].join('\n\n'),
  };
}
