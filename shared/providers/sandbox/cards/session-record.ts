import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { sha256Hex } from '../../../ground/signatures/canonical.ts';
import { refTo } from '../../../ground/table/expressions.ts';
import { oneOf } from '../../../ground/table/known-values.ts';
import { table } from '../../../ground/table/table.ts';
import type { Session, SessionCall } from '../../../ports/card-acquirer.ts';
import { callHash, forgottenAt } from '../../records/memory-row.ts';

/** A card page of the sandbox's acquirer, in the second table. It contains no card number. */
export const SandboxSessionEntity = new Entity({
  name: 'sandboxSession',
  table,
  timestamps: false,
  schema: item({
    sessionId: string().key(),
    version: number(),
    /** SHA-256 of the call that requested it. */
    call: string(),
    organizationId: string(),
    attemptId: string(),
    /** Minor units as text. */
    total: string(),
    currency: string(),
    successUrl: string(),
    cancelUrl: string(),
    /** Milliseconds. */
    expiresAt: number(),
    state: oneOf('open', 'complete', 'closed'),
    /** The id of the charge, once the page is complete. */
    externalId: string().optional(),
    ttl: number(),
  }),
  computeKey: ({ sessionId }: { sessionId: string }) => ({ pk: `SANDBOX_SESSION#${sessionId}`, sk: 'SESSION' }),
});

export type SandboxSession = FormattedItem<typeof SandboxSessionEntity>;

/** @param key of the call that requests it, from which its id is derived */
export function sessionOf(key: string, call: SessionCall, now: number): SandboxSession {
  const { organizationId, attemptId, total, currency, successUrl, cancelUrl, expiresAt } = call;
  return {
    sessionId: sessionIdOf(key),
    version: 1,
    call: hashOf(call),
    organizationId,
    attemptId,
    total,
    currency,
    successUrl,
    cancelUrl,
    expiresAt,
    state: 'open',
    ttl: forgottenAt(now),
  };
}

export function sessionIdOf(key: string): string {
  return `cs_${secretOf('id', key)}`;
}

/** Where the buyer pays: our own page, opened by a token that cannot be found without the key. */
export function sessionUrl(key: string, { organizationId, attemptId }: SessionCall): string {
  return `/p/sandbox-card/${organizationId}.${attemptId}.${secretOf('page', key)}`;
}

export function sessionRef(sessionId: string) {
  return refTo(SandboxSessionEntity, { sessionId });
}

/** Whether a call is the one that a session was made for. */
export function isOfCall(session: SandboxSession, call: SessionCall): boolean {
  return session.call === hashOf(call);
}

/** The state at a time. A page that nobody paid on in time is closed. */
export function sessionAt({ sessionId, state, externalId, expiresAt }: SandboxSession, now: number): Session {
  if (state === 'complete') return { sessionId, state, externalId };
  return { sessionId, state: state === 'open' && now < expiresAt ? 'open' : 'closed' };
}

function secretOf(use: string, key: string): string {
  return sha256Hex(`${use}\n${key}`).slice(0, 32);
}

function hashOf(call: SessionCall): string {
  return callHash(Object.entries(call).sort(([a], [b]) => (a < b ? -1 : 1)));
}
