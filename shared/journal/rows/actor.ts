/** The actor that an audit row names: exactly one of the two (specification, Audit event). */
export type Actor = { readonly apiKeyPrefix: string } | { readonly actorUserId: string };
