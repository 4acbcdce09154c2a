/** The specification's shorthand for the path of an organization's payments. */
export const P = '/payments/organizations/{orgId}';

/** The specification's shorthand for the path of an organization's checkout. */
export const C = '/checkout/organizations/{orgId}';
