import { isSameSecret } from '../ground/signatures/is-same-secret.ts';
import { hasKeyOf, type SealingKeys } from '../ground/signatures/seal.ts';
import type { Clock } from '../ground/time/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { ReadAgain } from './read-again.ts';

/** Where secrets are kept. */
export interface SecretSource {
  readonly sealingKeys: () => Promise<SealingKeys>;
  /**
   * The origin secrets that are accepted. Absent where nothing stands in front of the API.
   * @param isAgain false at the first read, for which the present one is enough
   */
  readonly originSecrets?: ((isAgain: boolean) => Promise<readonly string[]>) | undefined;
}

/** Secrets that are read once a process, and again when what was read lacks the one that a call needs. */
export function secretsReadAgain({ sealingKeys, originSecrets }: SecretSource, clock: Clock): Secrets {
  const keys = new ReadAgain(sealingKeys, clock);
  const origins = originSecrets && new ReadAgain(originSecrets, clock);
  return {
    sealingKeys: (...sealed) => keys.value((known) => sealed.every((text) => hasKeyOf(known, text))),
    ...(origins && {
      provesOrigin: async (given) => {
        // Whoever sends none passed no edge, whatever the secrets are: it costs no read.
        if (given === '') return false;
        const isOneOf = (known: readonly string[]) => known.some((secret) => isSameSecret(given, secret));
        return isOneOf(await origins.value(isOneOf));
      },
    }),
  };
}
