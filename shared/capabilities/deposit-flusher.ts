import { kmsCredentials } from '../connections/kms-credentials.ts';
import { createIds } from '../ground/time/ids.ts';
import { systemSleep } from '../ground/time/system-time.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';
import { lateFlushes } from '../providers/evm/late-flushes.ts';

/** The only capability that signs on chains. Its function can open the credentials of chains, and no others. */
export const depositFlusher: PortCapability<'depositFlusher'> = {
  grants: [
    {
      actions: ['kms:Decrypt'],
      on: 'connectionsKey',
      conditions: { StringEquals: { 'kms:EncryptionContext:port': 'chain' } },
    },
    { actions: ['kms:GetPublicKey', 'kms:Sign'], on: 'signerKeys' },
  ],
  environment: { CONNECTIONS_KEY_ARN: 'connectionsKeyArn' },
  ports: (place) => {
    const { store, clock, log } = place;
    const secrets = kmsCredentials(required(place, 'CONNECTIONS_KEY_ARN'));
    return {
      flusher: lateFlushes({ store, clock, log, secrets, ids: createIds(), sleep: systemSleep, loopback: false }),
    };
  },
};
