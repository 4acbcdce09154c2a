/** Who a mutation is audited under: exactly one of the two (specification, Audit event). */
export type Actor = { readonly apiKeyPrefix: string } | { readonly actorUserId: string };
