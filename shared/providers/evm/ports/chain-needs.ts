import { kmsCredentials } from '../../../connections/kms-credentials.ts';
import type { TokenChain } from '../../../ports/token-chain.ts';
import { type LambdaPlace, type Needs, required } from '../../../ports/wiring/capability.ts';
import { lateChain } from '../checkout/late-chain.ts';

/**
 * The nodes of chains are credentials of connections. Such a function cannot read the credentials of a bank or an
 * acquirer.
 */
export const chainNeeds: Needs = {
  grants: [
    {
      actions: ['kms:Decrypt'],
      on: 'connectionsKey',
      conditions: { StringEquals: { 'kms:EncryptionContext:port': 'chain' } },
    },
  ],
  environment: { CONNECTIONS_KEY_ARN: 'connectionsKeyArn' },
};

export function connectedChain(place: LambdaPlace): TokenChain {
  const { store, clock } = place;
  const secrets = kmsCredentials(required(place, 'CONNECTIONS_KEY_ARN'));
  return lateChain({ store, clock, secrets, loopback: false });
}
