import canonicalize from 'canonicalize';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import type { Approval } from './approval.ts';

/**
 * One text for one value (RFC 8785): keys in order, undefined values omitted.
 * @throws Error for a value that JSON cannot represent
 */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('there is no JSON for the value');
  return text;
}

type Bound = Pick<Approval, 'organizationId' | 'approvalId' | 'kind' | 'hold' | 'content'>;

/** The hash that binds an approval to what people vote on: its content, and the money held for it. */
export function hashOf({ organizationId, approvalId, kind, hold, content }: Bound): string {
  // No part has a line break: canonical JSON escapes them.
  const held = hold ? `${hold.amount} ${hold.currency}` : '';
  return sha256Hex([organizationId, approvalId, kind, held, content].join('\n'));
}

/**
 * The stored approval differs from what was voted on. It must not be executed and its hold must not be released until a
 * person has examined it.
 */
export class AlteredApproval extends Error {
  override readonly name = 'AlteredApproval';

  constructor({ approvalId }: Approval) {
    super(`${approvalId} is not what was voted on`);
  }
}

/** @param hash the hash that the approval must have */
export function isAltered(approval: Approval, hash: string = approval.hash): boolean {
  return hashOf(approval) !== hash;
}

/**
 * @param hash the hash that the approval must have
 * @throws AlteredApproval
 */
export function refuseAltered(approval: Approval, hash?: string): void {
  if (isAltered(approval, hash)) throw new AlteredApproval(approval);
}
