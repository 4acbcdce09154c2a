/** The roles of members in an organization (design, session). */
export const roles = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a session may do, by role. Every endpoint that takes sessions names one of these. */
export const permissions = {
  read: ['owner', 'admin', 'operator', 'viewer'],
  'members.manage': ['owner', 'admin'],
  'keys.manage': ['owner', 'admin'],
  'policy.change': ['owner'],
  'approvals.vote': ['owner', 'admin', 'operator'],
  'payouts.send': ['owner', 'admin', 'operator'],
  /** Moves nothing: the payout was made and counted before, so sessions of a live organization have this, too. */
  'payouts.quote_funding': ['owner', 'admin', 'operator'],
  'batches.confirm': ['owner', 'admin', 'operator'],
  'deposits.accept': ['owner', 'admin', 'operator'],
  /** Anybody can send tokens, so a deposit of `crypto` takes more than one that a bank has told. */
  'deposits.accept_crypto': ['owner', 'admin'],
  'webhooks.manage': ['owner', 'admin', 'operator'],
  'checkout.sell': ['owner', 'admin', 'operator'],
  'checkout.accounts': ['owner', 'admin'],
  'checkout.refund': ['owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof permissions;

/**
 * Permissions that sessions have in the sandbox alone. A bearer token can be stolen, so in a live organization it sends no money: an
 * API key signs instead.
 */
export const sandboxPermissions: readonly Permission[] = ['payouts.send'];

/** Whether this release knows the role. A later one may have given another, which grants nothing here. */
export function isKnownRole(role: Role): boolean {
  return roles.includes(role);
}

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Whether a change of role takes a permission away. A role that is not known may have had any. */
export function losesPermissions(from: Role, to: Role): boolean {
  if (!isKnownRole(from)) return true;
  return (Object.keys(permissions) as Permission[]).some((permission) => may(from, permission) && !may(to, permission));
}
