import * as z from 'zod';
import { label } from '../../contract/fields.ts';
import { recipientTypes } from '../../corridors/recipients/recipient.ts';
import type { FieldFault } from '../../ground/errors/service-error.ts';
import { viewField } from '../../pages/parameters.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import type { ClaimDetails } from '../links/claims/claim-results.ts';
import { formField } from './account-fields.ts';

/** A payee's input as it was typed. */
export type Typed = Pick<ClaimDetails, 'type' | 'name' | 'recipientDetails'>;

/**
 * The fields of the details form. The account's own fields depend on the corridor; fields that it does not ask for are
 * dropped.
 */
export const detailsForm = z
  .object({
    country: z.string().max(2),
    corridor: z.string().max(64),
    type: z.enum(recipientTypes).catch('individual'),
    name: z.string().default(''),
    /** The payee wants to change the input. */
    edit: z.literal('yes').optional(),
  })
  .catchall(z.string());

/** The fields of the form that confirms a price. */
export const claimForm = detailsForm.extend({ sealedPrice: z.string(), ...viewField });

export type SentForm = z.output<typeof detailsForm>;

/** The corridor's part of a form. */
export function typedIn({ type, name, ...fields }: SentForm, { recipientFields }: BankCorridor): Typed {
  const details = recipientFields.flatMap((field): [string, string][] => {
    const value = fields[formField(field.name)];
    return typeof value === 'string' && value.trim() !== '' ? [[field.name, value]] : [];
  });
  return { type, name, recipientDetails: Object.fromEntries(details) };
}

const Name = label(140);

/** What is wrong with a name by itself, in the codes of other faults. */
export function faultsOfName(name: string): FieldFault[] {
  const parsed = Name.safeParse(name);
  if (parsed.success) return [];
  const code = parsed.error.issues[0]?.code ?? 'invalid_format';
  return [{ path: 'name', message: 'is no name', code }];
}
