/** The specification's shorthand for the path of an organization's payments. */
export const P = '/payments/organizations/{orgId}';
