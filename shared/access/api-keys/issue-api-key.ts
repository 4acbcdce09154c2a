import { type FieldFault, validationError } from '../../ground/errors/service-error.ts';
import { yearsLater } from '../../ground/time/read-instant.ts';
import type { ApiKey, Scope } from '../../identity/api-key.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { asRange, rangeFaults } from './allowed-ips.ts';
import { addKey, keyRingRef } from './key-ring.ts';
import { keyNames } from './names.ts';
import { type ApiKeyBody, presentApiKey } from './present-api-key.ts';
import { type KeyTexts, readKeyTexts } from './registered-key.ts';

export interface NewApiKey extends KeyTexts {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Addresses or CIDR ranges. */
  readonly allowedIps?: readonly string[] | undefined;
  /** Expiry in milliseconds. By default one year from now, at most two years. */
  readonly expiresAt?: number | undefined;
  /** User id of the member who issues the key. */
  readonly issuedBy: string;
  /** User ids of the people who invited that member, directly or through others. */
  readonly inviters?: readonly string[];
}

/** See the specification, Limits: key lifetime. Years are calendar years. */
const defaultYears = 1;
export const mostYears = 2;

/**
 * Registers the public half of a key pair (specification, Authentication, Keys). Used by members and by the platform.
 * @throws ServiceError VALIDATION_ERROR naming each faulty field; BAD_REQUEST when the organization has too many usable
 * keys; ACCOUNT_BLOCKED
 */
export async function issueApiKey(
  runtime: Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store' | 'pace' | 'log'>,
  { organizationId, name, scopes, issuedBy, inviters = [], ...request }: NewApiKey,
  execution: Execution = {},
): Promise<{ status: 201; body: ApiKeyBody }> {
  const now = runtime.clock();
  const { keyFaults, ...registered } = readKeyTexts(request);
  const { allowedIps = [], expiresAt = yearsLater(now, defaultYears) } = request;
  const faults = [...keyFaults, ...lifetimeFaults(expiresAt, now), ...rangeFaults(allowedIps)];
  if (faults.length > 0) throw validationError(faults);
  const suffix = runtime.ids.suffix(now);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { ring: keyRingRef(organizationId) },
      decide: ({ organization, ring }, draft) => {
        refuseSuspended(organization);
        const key: ApiKey = {
          ...keyNames(organization.mode, suffix),
          ...registered,
          version: 1,
          organizationId,
          name,
          mode: organization.mode,
          scopes: [...scopes],
          allowedIps: allowedIps.map(asRange),
          issuedBy,
          persons: [issuedBy],
          inviters: [...inviters],
          createdAt: draft.timestamp,
          lifetimeMs: expiresAt - now,
          expiresAt,
        };
        addKey(draft, ring, key);
        return { reply: { status: 201 as const, body: presentApiKey(key) }, resourceId: key.id };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function lifetimeFaults(expiresAt: number, now: number): FieldFault[] {
  if (expiresAt > now && expiresAt <= yearsLater(now, mostYears)) return [];
  return [{ path: 'expiresAt', message: 'is not within the next two years', code: 'out_of_range' }];
}
