import { kmsKey } from '../adapters/kms-key.ts';
import type { CanaryPlace, CanaryPublicKey } from '../ports/canary.ts';

/** Where the canary pays, and what signs for it. */
export function canaryFromEnvironment({ CANARY_KEY_ARN, API_ORIGIN }: NodeJS.ProcessEnv): CanaryPlace {
  if (!CANARY_KEY_ARN || !API_ORIGIN) throw new Error('CANARY_KEY_ARN and API_ORIGIN must be set');
  return { origin: API_ORIGIN, sign: kmsKey(CANARY_KEY_ARN).sign };
}

/** The public half of the canary's key; undefined where the stage has no canary. */
export function canaryPublicKeyFromEnvironment({ CANARY_KEY_ARN }: NodeJS.ProcessEnv): CanaryPublicKey | undefined {
  return CANARY_KEY_ARN ? kmsKey(CANARY_KEY_ARN).publicKey : undefined;
}
