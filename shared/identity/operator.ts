/** `arn:aws:sts::123456789012:assumed-role/<role>/<session>`. */
const ASSUMED_ROLE = /^arn:[a-z-]+:sts::(\d{12}):assumed-role\/([^/]+)\/([^/]+)$/;
/** The roles of IAM Identity Center, one for each permission set. Their session has the name of the person. */
const PERSONS_ROLE = /^AWSReservedSSO_.+_[0-9a-f]{16}$/;

/**
 * Who is behind an operator's identity, as far as AWS knows: somebody of IAM Identity Center under whichever permission
 * set, a role under whichever session, because whoever assumes it names the session, or else the identity itself.
 * @param identity an ARN, or a user of the operating system
 */
export function personOf(identity: string): string {
  const [, account, role = '', session = ''] = ASSUMED_ROLE.exec(identity) ?? [];
  if (account === undefined) return identity;
  // The directory does not tell upper case from lower case.
  return PERSONS_ROLE.test(role) ? `person:${account}:${session.toLowerCase()}` : `role:${account}:${role}`;
}

/** Whether two identities are those of two operators. */
export function isAnotherOperator(one: string, other: string): boolean {
  return personOf(one) !== personOf(other);
}

const PREFIX = 'operator:';

/** An operator as audit rows name them. */
export function actorOf(identity: string): string {
  return PREFIX + identity;
}

/** The identity of the operator whom an audit row names. */
export function identityOf(actorUserId: string): string {
  return actorUserId.slice(PREFIX.length);
}
