/** The actor named in an audit row: exactly one of the two (specification, Audit event). */
export type Actor = { readonly apiKeyPrefix: string } | { readonly actorUserId: string };
