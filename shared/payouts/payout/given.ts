import * as z from 'zod';
import { label, PurposeOfPayment } from '../../contract/fields.ts';
import { TextMetadata, TextMetadataView } from '../../contract/metadata.ts';
import { jsonText } from '../../ground/table/table.ts';

/**
 * Fields that callers give with a payout for it to carry. A field is declared only here: `asked` is its form in
 * requests, `shown` its form in answers. All of them are stored, copied and restored as one object (docs/adr/0102).
 */
const ofPayouts = {
  reference: {
    asked: label(255)
      .optional()
      .meta({ description: 'Finds the payout again in orders. Use a different one for each payment.' }),
    shown: z.string().optional().meta({ description: 'Your own reference. Absent if none was given.' }),
  },
  endUserId: {
    asked: label(255).optional().meta({ description: 'Defaults to that of the recipient.' }),
    shown: z
      .string()
      .optional()
      .meta({ description: 'The person on whose behalf it is paid. Absent if none was named.' }),
  },
};

/** Fields that quotes take, too. The quote's payout carries them, unless accepting gives others. */
const ofQuotes = {
  purposeOfPayment: {
    asked: PurposeOfPayment.optional(),
    shown: z.string().optional().meta({ description: 'The id of a payment reason. Absent if none was given.' }),
  },
  metadata: { asked: TextMetadata.optional(), shown: TextMetadataView.optional() },
};

const fields = { ...ofPayouts, ...ofQuotes };

type Side = 'asked' | 'shown';
type Declared = Readonly<Record<string, Readonly<Record<Side, z.ZodType>>>>;
type SideOf<Fields extends Declared, Of extends Side> = { [Name in keyof Fields]: Fields[Name][Of] };

function sideOf<Fields extends Declared, Of extends Side>(declared: Fields, side: Of): SideOf<Fields, Of> {
  const entries = Object.entries(declared).map(([name, field]) => [name, field[side]]);
  return Object.fromEntries(entries) as SideOf<Fields, Of>;
}

/** Schema of the fields in requests for payouts. */
export const givenFields = sideOf(fields, 'asked');
/** Schema of the fields in requests for quotes. */
export const quotedFields = sideOf(ofQuotes, 'asked');
/** Schema of the fields in answers about payouts. */
export const givenView = sideOf(fields, 'shown');
/** Schema of the fields in answers about quotes. */
export const quotedView = sideOf(ofQuotes, 'shown');

/** May hold more than this release knows: fields that a later release has stored are kept (docs/adr/0028). */
export type GivenFields = z.output<z.ZodObject<typeof givenFields>>;

/** The attribute in which an entity stores the given fields: one JSON text, so that no field and no order is lost. */
export const givenAttribute = () => jsonText<GivenFields>();

/** Adds the given fields to an answer: after the service's own fields, and never replacing one. */
export function withGiven<Own extends object>(own: Own, given: GivenFields): GivenFields & Own {
  return { ...own, ...given, ...own };
}

/** Merges given fields; if a field was given twice, the last one wins. */
export function givenLast(first: GivenFields, last: GivenFields): GivenFields {
  return { ...first, ...Object.fromEntries(Object.entries(last).filter(([, value]) => value !== undefined)) };
}
