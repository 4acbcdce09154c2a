/** The specification's shorthands. */
export const P = '/payments/organizations/{orgId}';
