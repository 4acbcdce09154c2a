import { isSameSecret } from '../ground/signatures/is-same-secret.ts';
import { hasKeyOf, type SealingKeys } from '../ground/signatures/seal.ts';
import type { Clock } from '../ground/time/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { ReadAgain } from './read-again.ts';

/** Where secrets are stored. */
export interface SecretSource {
  readonly sealingKeys: () => Promise<SealingKeys>;
  /**
   * The accepted origin secrets. Absent if nothing is in front of the API.
   * @param isAgain false for the first read, which needs only the current secret
   */
  readonly originSecrets?: ((isAgain: boolean) => Promise<readonly string[]>) | undefined;
}

/** Secrets that a process reads once, and again if they lack the one that a call needs. */
export function secretsReadAgain({ sealingKeys, originSecrets }: SecretSource, clock: Clock): Secrets {
  const keys = new ReadAgain(sealingKeys, clock);
  const origins = originSecrets && new ReadAgain(originSecrets, clock);
  return {
    sealingKeys: (...sealed) => keys.value((known) => sealed.every((text) => hasKeyOf(known, text))),
    ...(origins && {
      provesOrigin: async (given) => {
        // A request without the secret did not pass the edge, whatever the secrets are. Refusing it costs no read.
        if (given === '') return false;
        const isOneOf = (known: readonly string[]) => known.some((secret) => isSameSecret(given, secret));
        return isOneOf(await origins.value(isOneOf));
      },
    }),
  };
}
