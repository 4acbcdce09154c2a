import { addRecipient, fundedOrganization, pathOf, type TestOrganization } from '../../../support/journey.ts';
import type { Answer, TestService } from '../../../support/service.ts';
import { type Controls, setControls } from '../../journal/commit/support.ts';

/** A funded organization with caps and somebody to pay. */
export async function capped(
  service: TestService,
  controls: Controls,
  payee: { endUserId?: string; outcome?: string } = {},
) {
  const organization = await fundedOrganization(service, '10000.00');
  const recipient = await addRecipient(service, organization, payee);
  await setControls(service.runtime, organization.organizationId, controls);
  return { organization, recipient };
}

export function quoteOf(
  service: TestService,
  of: TestOrganization,
  recipient: Answer['body'],
  amount: string,
): Promise<Answer> {
  const { destinationAccountId } = recipient.methods[0];
  return service.post(`${pathOf(of)}/quotes/offramp`, of, { amount, destinationAccountId });
}
