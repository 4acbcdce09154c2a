import { Id } from '../../contract/fields.ts';

/** Names, in a request, the account into which a link's method is paid. */
export const AccountId = Id.optional().meta({ description: 'The id of a collection account of this kind.' });
