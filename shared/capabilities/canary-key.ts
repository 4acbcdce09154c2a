import { kmsKey } from '../adapters/kms-key.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

export const canaryKey: PortCapability<'canaryKey'> = {
  grants: [{ actions: ['kms:GetPublicKey'], on: 'canaryKey' }],
  environment: { CANARY_KEY_ARN: 'canaryKeyArn' },
  ports: ({ environment: { CANARY_KEY_ARN } }) => ({
    canaryPublicKey: CANARY_KEY_ARN ? kmsKey(CANARY_KEY_ARN).publicKey : undefined,
  }),
};
