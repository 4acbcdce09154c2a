import * as z from 'zod';
import { label, PurposeOfPayment } from '../../contract/fields.ts';
import { TextMetadata, TextMetadataView } from '../../contract/metadata.ts';
import { jsonText } from '../../ground/table/table.ts';

/**
 * What callers give with a payout for it to carry. A field is declared here and nowhere else: `asked` is how requests take
 * it, `shown` how answers show it. It is stored, copied and restored with the others as one object (docs/adr/0102).
 */
const ofPayouts = {
  reference: {
    asked: label(255).optional().meta({ description: 'Found again in orders; unique per payment is best.' }),
    shown: z.string().optional().meta({ description: 'Yours; absent where none was given.' }),
  },
  endUserId: {
    asked: label(255).optional().meta({ description: 'The recipient’s when absent.' }),
    shown: z.string().optional().meta({ description: 'On whose behalf it is paid; absent where nobody was named.' }),
  },
};

/** A quote takes these too. Its payout carries them, unless accepting gives others. */
const ofQuotes = {
  purposeOfPayment: {
    asked: PurposeOfPayment.optional(),
    shown: z.string().optional().meta({ description: 'Id of a payment reason; absent where none was given.' }),
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

/** In requests for payouts. */
export const givenFields = sideOf(fields, 'asked');
/** In requests for quotes. */
export const quotedFields = sideOf(ofQuotes, 'asked');
/** In answers about payouts. */
export const givenView = sideOf(fields, 'shown');
/** In answers about quotes. */
export const quotedView = sideOf(ofQuotes, 'shown');

/** It may hold more than this release knows: fields that a later one has stored are carried on (docs/adr/0028). */
export type GivenFields = z.output<z.ZodObject<typeof givenFields>>;

/** The attribute in which an entity stores what was given: one text, so that no field and no order is lost. */
export const givenAttribute = () => jsonText<GivenFields>();

/** An answer with what was given: behind what the service says, and never in its place. */
export function withGiven<Own extends object>(own: Own, given: GivenFields): GivenFields & Own {
  return { ...own, ...given, ...own };
}

/** What is given both times is as it was given last. */
export function givenLast(first: GivenFields, last: GivenFields): GivenFields {
  return { ...first, ...Object.fromEntries(Object.entries(last).filter(([, value]) => value !== undefined)) };
}
