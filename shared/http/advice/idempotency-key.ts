import { namedCharacter } from '../../ground/errors/named-character.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';

const longestKey = 255;
const foreign = /[^A-Za-z0-9_.:-]/u;

/**
 * Refuses a key that violates the specification (Endpoints, common rule 3), and reports how.
 * @throws ServiceError IDEMPOTENCY_KEY_INVALID
 */
export function refuseMalformedKey(key: string): void {
  const fault = faultOf(key);
  if (fault === undefined) return;
  throw new ServiceError('IDEMPOTENCY_KEY_INVALID', `Idempotency-Key ${fault}`, {
    resolution: 'Use 1 to 255 characters of A-Z a-z 0-9 _ . : - such as a UUID.',
  });
}

function faultOf(key: string): string | undefined {
  if (key === '') return 'is empty';
  if (key.length > longestKey) return `has ${key.length} characters, more than ${longestKey}`;
  const found = foreign.exec(key);
  return found ? `has ${namedCharacter(found[0])} as character ${found.index + 1}` : undefined;
}
