import type { PortCapability } from '../ports/wiring/capability.ts';
import { createHttpSender } from '../webhooks/sender/http-sender.ts';

/** A function that sends requests to addresses chosen by customers never sees recipients and their accounts. */
export const receivers: PortCapability<'receivers'> = {
  grants: [
    {
      effect: 'Deny',
      actions: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
      ],
      on: 'recipients',
    },
  ],
  // Only the stack on one machine exempts loopback addresses.
  ports: () => ({ webhooks: createHttpSender({ loopback: false }) }),
};
