import { Id } from '../../contract/fields.ts';

/** The account into which a link's method is paid, in a request. */
export const AccountId = Id.optional().meta({ description: 'The id of a collection account of this kind.' });
