import * as z from 'zod';
import { Instant } from '../../contract/fields.ts';
import { type FieldFault, ServiceError, validationError } from '../../ground/errors/service-error.ts';
import type { Store } from '../../ground/table/store.ts';
import { replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { type ApiKey, ApiKeyEntity, apiKeyRef } from '../../identity/api-key.ts';
import type { Member } from '../../identity/member.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { invitersOf } from '../team/inviters.ts';
import { mailMaterial } from '../voters/remove-voter.ts';
import { lineageOf, refuseSecondSuccessor } from './key-lineage.ts';
import { addKey, type KeyRing, keyRingRef, readKeyFacts, usableKeys } from './key-ring.ts';
import { keyNames } from './names.ts';
import { ApiKeyView, presentApiKey } from './present-api-key.ts';
import { type KeyTexts, readKeyTexts } from './registered-key.ts';
import { responsiblePersonsOf } from './responsible-persons.ts';
import { rotationMail } from './rotation-mail.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** See the specification, Limits: rotation overlap. */
const defaultOverlapMs = DAY_MS;
/** Long enough to change a client that is released once a month. For a longer overlap, issue a second key. */
const longestOverlapMs = 30 * DAY_MS;

export const RotationView = z
  .object({
    key: ApiKeyView.meta({ description: 'The successor.' }),
    predecessor: z
      .object({
        id: z.string().meta({ description: 'The id of the key that was rotated.' }),
        expiresAt: Instant.meta({ description: 'The deadline of the key. Never later than its previous expiry.' }),
      })
      .meta({ description: 'The key that was rotated. It works until its deadline.' }),
  })
  .meta({ id: 'ApiKeyRotation', description: 'The new key and its predecessor.' });

export interface Rotation extends KeyTexts {
  readonly organizationId: string;
  readonly id: string;
  /** When the predecessor ends, in milliseconds. By default a day from now. */
  readonly deadline?: number | undefined;
  /** The member who requests the rotation. Absent when the key rotates itself. */
  readonly by?: Member | undefined;
}

/**
 * Gives a key a successor and a deadline (specification, Authentication, Keys, row 3). The successor gets the scopes,
 * allowed addresses, issuer and lifetime of its predecessor, so a rotation grants neither new permissions nor a vote.
 * When a key rotates itself, the owners are notified by mail.
 * @throws ServiceError VALIDATION_ERROR; NOT_FOUND, also for another organization's key; KEY_EXPIRED or UNAUTHORIZED
 * when an ended key rotates itself; BAD_REQUEST when a person rotates an ended key, or when there are too many usable
 * keys; CONFLICT when the key has a usable successor or its lineage too many usable keys; ACCOUNT_BLOCKED
 */
export async function rotateApiKey(
  runtime: Runtime<'sealing'>,
  { organizationId, id, deadline, by, ...texts }: Rotation,
  execution: Execution,
): Promise<{ status: 201; body: z.infer<typeof RotationView> }> {
  const now = runtime.clock();
  const { keyFaults, ...registered } = readKeyTexts(texts);
  const faults = [...keyFaults, ...deadlineFaults(deadline ?? now + defaultOverlapMs, now)];
  if (faults.length > 0) throw validationError(faults);
  const suffix = runtime.ids.suffix(now);
  const material = by ? undefined : await mailMaterial(runtime);
  const facts = await readKeyFacts(runtime.store, await runtime.store.get(keyRingRef(organizationId)));
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { key: apiKeyRef(id), ring: keyRingRef(organizationId) },
      ask: async ({ key }) => key && answerableAfter(runtime.store, key, by),
      decide: ({ organization, key, ring }, draft, answerable) => {
        if (key?.organizationId !== organizationId) throw new ServiceError('NOT_FOUND', 'no such API key');
        refuseSuspended(organization);
        refuseEnded(key, draft.now, by === undefined);
        refuseReplacement(key, registered, by === undefined);
        refuseSecondSuccessor(key, usableKeys(draft, ring, facts));
        const names = keyNames(organization.mode, suffix);
        const successor = successorOf(key, { ...registered, ...names, ...answerable }, draft);
        const ending = { ...key, expiresAt: Math.min(key.expiresAt, deadline ?? draft.now + defaultOverlapMs) };
        if (material) {
          const mail = { ...material, ...rotationMail(organization, ending, successor) };
          draft.write(...mailWrites(mail, material.sealingKeys, draft.now));
        }
        return writeRotation(draft, ring, successor, ending);
      },
    },
    execution,
  );
  return replyOf(outcome);
}

type Registered = Pick<ApiKey, 'id' | 'prefix' | 'publicKey' | 'scheme' | 'persons' | 'inviters'>;

/**
 * Returns the people responsible for the successor: those responsible for the key, and the member who rotates it. A key
 * that rotates itself adds nobody.
 */
async function answerableAfter(store: Store, key: ApiKey, by: Member | undefined) {
  const { persons, inviters } = await responsiblePersonsOf(store, key);
  const more = by ? await invitersOf(store, by) : [];
  return {
    persons: [...new Set([...persons, ...(by ? [by.userId] : [])])],
    inviters: [...new Set([...inviters, ...more])],
  };
}

function successorOf(key: ApiKey, registered: Registered, draft: JournalDraft): ApiKey {
  const { lineage, rotations } = lineageOf(key);
  return {
    ...key,
    ...registered,
    version: 1,
    createdAt: draft.timestamp,
    expiresAt: draft.now + key.lifetimeMs,
    rotatedFrom: key.id,
    lineage,
    rotations: rotations + 1,
  };
}

function writeRotation(
  draft: JournalDraft,
  ring: KeyRing | undefined,
  successor: ApiKey,
  ending: ApiKey,
): Outcome<{ status: 201; body: z.infer<typeof RotationView> }> {
  addKey(draft, ring, successor, ending);
  draft.write(replace(ApiKeyEntity, ending));
  const predecessor = { id: ending.id, expiresAt: timestamp(ending.expiresAt) };
  return { reply: { status: 201, body: { key: presentApiKey(successor), predecessor } }, resourceId: ending.id };
}

/**
 * A key gets the error that authentication would return. A person gets BAD_REQUEST, because their own session is valid.
 */
function refuseEnded({ revokedAt, expiresAt }: ApiKey, now: number, byItself: boolean): void {
  if (revokedAt !== undefined) {
    throw new ServiceError(byItself ? 'UNAUTHORIZED' : 'BAD_REQUEST', 'the key was revoked: issue a new one');
  }
  if (expiresAt <= now) {
    throw new ServiceError(byItself ? 'KEY_EXPIRED' : 'BAD_REQUEST', 'the key has expired: issue a new one');
  }
}

function deadlineFaults(deadline: number, now: number): FieldFault[] {
  if (deadline > now && deadline <= now + longestOverlapMs) return [];
  return [{ path: 'deadline', message: 'is not within the next 30 days', code: 'out_of_range' }];
}

/**
 * A key that rotates itself keeps its scheme. Otherwise a single stamp of a custody provider could take the key out of
 * custody.
 */
function refuseReplacement(
  key: ApiKey,
  { publicKey, scheme }: Pick<ApiKey, 'publicKey' | 'scheme'>,
  byItself: boolean,
): void {
  const path = scheme === 'pem' ? 'publicKey' : 'custodyPublicKey';
  if (key.publicKey === publicKey) {
    throw validationError([{ path, message: 'is the key that is being replaced', code: 'unchanged' }]);
  }
  if (!byItself || key.scheme === scheme) return;
  const message = 'uses another scheme: a key that rotates itself keeps its scheme; an owner or admin can change it';
  throw validationError([{ path, message, code: 'other_scheme' }]);
}
