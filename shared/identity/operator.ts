/** `arn:aws:sts::123456789012:assumed-role/<role>/<session>`. */
const ASSUMED_ROLE = /^arn:[a-z-]+:sts::(\d{12}):assumed-role\/([^/]+)\/([^/]+)$/;
/** The roles of IAM Identity Center, one per permission set. Their session is named after the person. */
const PERSONS_ROLE = /^AWSReservedSSO_.+_[0-9a-f]{16}$/;

/**
 * The person behind an operator's identity, as far as AWS knows: a user of IAM Identity Center under any permission
 * set; a role under any session, because whoever assumes it chooses the session name; or otherwise the identity itself.
 * @param identity an ARN, or a user of the operating system
 */
export function personOf(identity: string): string {
  const [, account, role = '', session = ''] = ASSUMED_ROLE.exec(identity) ?? [];
  if (account === undefined) return identity;
  // The directory is case-insensitive.
  return PERSONS_ROLE.test(role) ? `person:${account}:${session.toLowerCase()}` : `role:${account}:${role}`;
}

/** Whether two identities belong to two operators. */
export function isAnotherOperator(one: string, other: string): boolean {
  return personOf(one) !== personOf(other);
}

const PREFIX = 'operator:';

/** An operator as named in audit rows. */
export function actorOf(identity: string): string {
  return PREFIX + identity;
}

/** The identity of the operator named in an audit row. */
export function identityOf(actorUserId: string): string {
  return actorUserId.slice(PREFIX.length);
}
