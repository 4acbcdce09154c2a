import type { Organization } from '../../identity/organization.ts';
import type { NewMail } from '../../journal/rows/mail-writes.ts';
import type { WebhookEndpoint } from './endpoint.ts';

type Letter = Pick<NewMail, 'to' | 'subject' | 'text'>;

/** Notifies owners and admins that an endpoint was disabled (specification, Auto-disable). */
export function disabledMail({ name }: Pick<Organization, 'name'>, { endpointId, url }: WebhookEndpoint): Letter {
  return {
    to: { roles: ['owner', 'admin'] },
    subject: `${name}: a webhook endpoint was disabled`,
    text: [
      `The webhook endpoint ${endpointId} of ${name} was disabled:`,
      url,
      '',
      'Three deliveries failed to the end of their retries, and none was accepted for five days.',
      'Events are still recorded, and nothing is sent to it. Once it is mended, enable it again in the dashboard:',
      'it is then sent everything since it was last offered an event.',
    ].join('\n'),
  };
}

/** Notifies owners that deliveries have been failing for more than an hour. */
export function troubleMail({ name }: Pick<Organization, 'name'>, { endpointId, url }: WebhookEndpoint): Letter {
  return {
    to: { roles: ['owner'] },
    subject: `${name}: a webhook endpoint keeps failing`,
    text: [
      `Deliveries to the webhook endpoint ${endpointId} of ${name} keep failing, one for more than an hour:`,
      url,
      '',
      'They are tried again for about 70 hours; the list of its deliveries shows what it answers.',
      'You are told once until it accepts deliveries again, and once a day while it accepts some and refuses others.',
    ].join('\n'),
  };
}
