/** The signer of a request, as reported by STS. */
export interface CallerIdentity {
  readonly arn: string;
  readonly account: string;
  readonly userId: string;
}

const ANSWER =
  /^\s*(?:<\?xml [^<>]*\?>\s*)?<GetCallerIdentityResponse xmlns="https:\/\/sts\.amazonaws\.com\/doc\/2011-06-15\/">\s*<GetCallerIdentityResult>((?:\s*<(?:Arn|UserId|Account)>[^<>&]{1,2048}<\/(?:Arn|UserId|Account)>){3})\s*<\/GetCallerIdentityResult>/;

/**
 * Reads the answer of `GetCallerIdentity`. Names with characters that XML must escape are not supported.
 * @returns undefined for any other text
 */
export function readCallerIdentity(text: string): CallerIdentity | undefined {
  const [, fields] = ANSWER.exec(text) ?? [];
  if (fields === undefined) return undefined;
  const [arn, userId, account] = ['Arn', 'UserId', 'Account'].map((name) => fieldOf(fields, name));
  return arn && userId && account ? { arn, userId, account } : undefined;
}

/** The text of an element that occurs exactly once. */
function fieldOf(fields: string, name: string): string | undefined {
  const [found, ...others] = fields.matchAll(new RegExp(`<${name}>([^<]+)</${name}>`, 'g'));
  return others.length === 0 ? found?.[1] : undefined;
}
