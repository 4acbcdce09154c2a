import { Stack } from 'aws-cdk-lib';
import type { Settings } from '../settings.ts';
import type { ServiceFunction } from './service-function.ts';

/** Lets a function send mail from the stage's sender only. Without a sender it may send none. */
export function grantMail(sender: ServiceFunction, { mailFrom }: Settings): void {
  if (mailFrom === undefined) return;
  const stack = Stack.of(sender);
  const identity = (resourceName: string) => stack.formatArn({ service: 'ses', resource: 'identity', resourceName });
  // SES requires permission on the identity that is verified: the address, or else its domain.
  const identities = [mailFrom, domainOfAddress(mailFrom)].map(identity);
  sender.allow(['ses:SendEmail'], identities, { StringEquals: { 'ses:FromAddress': mailFrom } });
  sender.tell('MAIL_FROM', mailFrom);
}

/** `sluice@example.com` -> `example.com` */
export function domainOfAddress(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}
