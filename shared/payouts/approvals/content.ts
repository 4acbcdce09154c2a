import { sha256Hex } from '../../ground/signatures/canonical.ts';
import type { Approval } from './approval.ts';

/** One text for one value: keys in order, nothing that is undefined. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (isRecord(part) ? inOrder(part) : part));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function inOrder(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Bound = Pick<Approval, 'organizationId' | 'approvalId' | 'kind' | 'hold' | 'content'>;

/** What binds an approval to what people vote on: the thing itself, and the money that is held for it. */
export function hashOf({ organizationId, approvalId, kind, hold, content }: Bound): string {
  // No part has a line break: canonical JSON escapes them.
  const held = hold ? `${hold.amount} ${hold.currency}` : '';
  return sha256Hex([organizationId, approvalId, kind, held, content].join('\n'));
}

/** What is stored is not what was voted on. Nothing may follow from it, no release either: somebody has to look. */
export class AlteredApproval extends Error {
  override readonly name = 'AlteredApproval';

  constructor({ approvalId }: Approval) {
    super(`${approvalId} is not what was voted on`);
  }
}

/** @param hash what it must be bound to */
export function isAltered(approval: Approval, hash: string = approval.hash): boolean {
  return hashOf(approval) !== hash;
}

/**
 * @param hash what it must be bound to
 * @throws AlteredApproval
 */
export function refuseAltered(approval: Approval, hash?: string): void {
  if (isAltered(approval, hash)) throw new AlteredApproval(approval);
}
