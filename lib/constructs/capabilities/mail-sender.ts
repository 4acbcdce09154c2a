import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from '../../settings.ts';
import type { StageParts } from './grant-capabilities.ts';

/** Mail can be sent only from the stage's sender. Without a sender, none can be sent. */
export function mailSender(scope: Construct, { mailFrom }: Settings): StageParts {
  if (mailFrom === undefined) return { resources: {}, facts: {} };
  const identity = (resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName });
  // SES requires permission on the verified identity: the address, or its domain.
  const arns = [mailFrom, domainOfAddress(mailFrom)].map(identity);
  const conditions = { StringEquals: { 'ses:FromAddress': mailFrom } };
  return { resources: { mailSender: { arns, conditions } }, facts: { mailFrom } };
}

/** `sluice@example.com` -> `example.com` */
export function domainOfAddress(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}
