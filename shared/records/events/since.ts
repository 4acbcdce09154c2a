import * as z from 'zod';
import { validationError } from '../../ground/errors/service-error.ts';

const whatItIs = 'it is a sequence, not a time';
const resolution =
  'Send the nextSince of the page before, or the sequence of an event of this organization. If there is none, because the data was deleted or is older than your sequence, begin with 0 and tell events apart by id.';

/** The position in the feed after which a page starts. */
export const Since = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/, `is not a sequence of the feed: ${whatItIs}`)
  .default('0')
  .transform(Number)
  .meta({
    description:
      'The `nextSince` of the previous page; absent or 0 for the start. It is a sequence, not a time: one that the feed has not reached is refused.',
  });

/** The refusal of a `since` that has the form of a sequence but cannot belong to this feed. */
export function sinceFault(message: string) {
  return validationError([{ path: 'since', message: `${message}: ${whatItIs}`, code: 'unrecognized' }], resolution);
}
