import { comparedForm } from '../../ground/text/compared-form.ts';
import { comparableDetails } from '../catalog/account-identity.ts';
import type { Candidate } from './candidate.ts';
import type { Recipient, RecipientMethod } from './recipient.ts';

/** A field of a request: its path, the recipient's value, and the value that was sent. */
type Compared = readonly [path: string, stored: string | undefined, sent: string | undefined];

/**
 * Paths of the fields in which a request differs from the recipient with its `externalId`: `name`,
 * `method.recipientDetails.iban`. Values are compared in stored form, and texts by their compared form. An omitted
 * field does not differ (docs/adr/0096).
 */
export function differingFields(recipient: Recipient, candidate: Candidate): string[] {
  const { request } = candidate;
  const [method] = recipient.methods;
  const compared: readonly Compared[] = [
    ['type', recipient.type, request.type],
    ['name', recipient.name, request.name],
    ['country', recipient.country, request.country],
    ['endUserId', recipient.endUserId, request.endUserId],
    ['method.kind', method?.kind, request.method.kind],
    ['method.currency', method?.currency, request.method.currency],
    ...(method ? comparedDetails(method, candidate) : []),
  ];
  return compared.filter(([, stored, sent]) => differs(stored, sent)).map(([path]) => path);
}

function differs(stored: string | undefined, sent: string | undefined): boolean {
  return sent !== undefined && (stored === undefined || comparedForm(stored) !== comparedForm(sent));
}

/**
 * The details that both have. The others belong to another corridor, which shows in its country or currency, or are the
 * kind of a key, which shows in the key itself.
 */
function comparedDetails({ recipientDetails }: RecipientMethod, { corridor, details }: Candidate): Compared[] {
  const stored = comparableDetails(corridor, recipientDetails);
  return Object.entries(comparableDetails(corridor, details))
    .filter(([name]) => Object.hasOwn(stored, name))
    .map(([name, sent]) => [`method.recipientDetails.${name}`, stored[name], sent]);
}
