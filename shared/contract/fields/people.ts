import * as z from 'zod';
import { canonicalAddress } from '../../identity/email-address.ts';
import { userIdPattern } from '../../identity/user-id.ts';

/** The only accepted form of a user id, in requests, paths, operations and sessions. */
export const UserId = z
  .string()
  .regex(userIdPattern, 'is not a user id: 1 to 128 characters of A-Z a-z 0-9 _ . -')
  .meta({ description: 'A user id: the subject reported by the identity provider.' });

/** An email address in a request. It is stored in canonical form (`canonicalAddress`). */
export const EmailAddress = z
  .string()
  .max(254, { abort: true })
  .superRefine((text, { addIssue }) => {
    if (canonicalAddress(text) !== undefined) return;
    addIssue({ code: 'invalid_format', format: 'email', message: 'is not an email address' });
  })
  .meta({
    format: 'idn-email',
    description: 'At most 254 characters. Stored in lower case, with the domain in ASCII (`xn--…`).',
    examples: ['ada@example.com'],
  })
  .transform((text) => canonicalAddress(text) ?? text);
