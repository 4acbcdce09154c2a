import { kmsKey } from '../adapters/kms-key.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';

export const canary: PortCapability<'canary'> = {
  grants: [{ actions: ['kms:Sign'], on: 'canaryKey' }],
  environment: { CANARY_KEY_ARN: 'canaryKeyArn', API_ORIGIN: 'apiOrigin' },
  ports: (place) => ({
    canary: { origin: required(place, 'API_ORIGIN'), sign: kmsKey(required(place, 'CANARY_KEY_ARN')).sign },
  }),
};
