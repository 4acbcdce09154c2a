/** The roles of members in an organization (design, session). */
export const roles = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The permissions of sessions, by role. Every endpoint that accepts sessions names one of them. */
export const permissions = {
  read: ['owner', 'admin', 'operator', 'viewer'],
  'members.manage': ['owner', 'admin'],
  'keys.manage': ['owner', 'admin'],
  'policy.change': ['owner'],
  'approvals.vote': ['owner', 'admin', 'operator'],
  'payouts.send': ['owner', 'admin', 'operator'],
  /**
   * Moves nothing: the payout was created and counted before, so sessions of a live organization have this permission,
   * too.
   */
  'payouts.quote_funding': ['owner', 'admin', 'operator'],
  'batches.confirm': ['owner', 'admin', 'operator'],
  'deposits.accept': ['owner', 'admin', 'operator'],
  /** Anyone can send tokens, so a deposit of `crypto` requires a higher role than one reported by a bank. */
  'deposits.accept_crypto': ['owner', 'admin'],
  'webhooks.manage': ['owner', 'admin', 'operator'],
  'checkout.sell': ['owner', 'admin', 'operator'],
  'checkout.accounts': ['owner', 'admin'],
  'checkout.refund': ['owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof permissions;

/**
 * Permissions that sessions have only in the sandbox. A bearer token can be stolen, so in a live organization it sends
 * no money: an API key must sign instead.
 */
export const sandboxPermissions: readonly Permission[] = ['payouts.send'];

/** Whether this release knows the role. A role assigned by a later release grants nothing here. */
export function isKnownRole(role: Role): boolean {
  return roles.includes(role);
}

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}

/** Whether a change of role takes a permission away. An unknown role may have had any. */
export function losesPermissions(from: Role, to: Role): boolean {
  if (!isKnownRole(from)) return true;
  return (Object.keys(permissions) as Permission[]).some((permission) => may(from, permission) && !may(to, permission));
}
