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
      'Three deliveries failed after all their retries, and none was accepted for five days.',
      'Events are still recorded, but not sent to it. Once you have fixed the endpoint, enable it again in the dashboard.',
      'It then receives everything that was recorded in the meantime.',
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
      'They are retried for about 70 hours. The list of its deliveries shows what the endpoint answered.',
      'You get this mail once until the endpoint accepts deliveries again, or once a day while it accepts some and refuses others.',
    ].join('\n'),
  };
}
