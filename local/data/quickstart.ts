import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { issueApiKey } from '../../shared/access/api-keys/issue-api-key.ts';
import { createOrganization } from '../../shared/access/organizations/create-organization.ts';
import type { NewOrganization } from '../../shared/access/organizations/organization-writes.ts';
import { addMember } from '../../shared/access/team/add-member.ts';
import { type Role, roles } from '../../shared/identity/roles.ts';
import { decideAndCommit } from '../../shared/journal/commit/decide.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import type { Issuer } from '../people/issuer.ts';
import { emailOf, userIdOf } from '../people/people.ts';
import type { DataDirectory } from './data-directory.ts';
import { readIfThere, writePrivateFile } from './files.ts';

/** What a developer's first call needs; the content of `quickstart.json`. */
export interface Quickstart {
  /** With the API's path: `http://127.0.0.1:8787/business/api/v1`. */
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly apiKey: {
    readonly id: string;
    /** PKCS#8 PEM. */
    readonly privateKey: string;
  };
  /** Bearer tokens of one member for each role. They change at every start. */
  readonly sessions: Readonly<Record<Role, string>>;
}

export type Credentials = Omit<Quickstart, 'baseUrl' | 'sessions'>;

/**
 * The credentials of an earlier start, or of a new sandbox organization with a key that has every scope. They are
 * created before the file is written, so a crash in between leaves an unused organization, and never a file whose key
 * does not work.
 */
export async function ensureCredentials(
  runtime: WholeRuntime,
  data: DataDirectory,
  isNewTable: boolean,
): Promise<Credentials> {
  const text = readIfThere(data.quickstart);
  // If the file has outlived its table, it names an organization that no longer exists.
  if (text !== undefined && !isNewTable) {
    const { organizationId, apiKey } = JSON.parse(text) as Quickstart;
    return { organizationId, apiKey };
  }
  // Webhooks and batches are available to newcomers at once.
  return makeOrganization(runtime, { name: 'Quickstart', mode: 'sandbox', features: ['developer', 'mass_payouts'] });
}

/** An organization with one member for each role, and a key with every scope. */
export async function makeOrganization(runtime: WholeRuntime, organization: NewOrganization): Promise<Credentials> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { organizationId } = await createOrganization(runtime, organization);
  await addMembers(runtime, organizationId);
  const { body: key } = await issueApiKey(runtime, {
    organizationId,
    name: 'Quickstart',
    publicKey,
    scopes: ['read', 'write', 'refunds', 'crypto_payouts'],
    issuedBy: userIdOf('owner'),
  });
  return { organizationId, apiKey: { id: key.id, privateKey } };
}

/** One member of each role. */
async function addMembers(runtime: WholeRuntime, organizationId: string): Promise<void> {
  await decideAndCommit(runtime, {
    organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      for (const role of roles) {
        addMember(draft, organization, { userId: userIdOf(role), role, email: emailOf(role) });
      }
      return { reply: { status: 200, body: undefined } };
    },
  });
}

/** Signs in the member of each role. */
export async function createSessions(issuer: Issuer): Promise<Quickstart['sessions']> {
  const sessions = roles.map(async (role) => [role, await issuer.issue(userIdOf(role))] as const);
  return Object.fromEntries(await Promise.all(sessions)) as Quickstart['sessions'];
}

/** The live organization of a stack with a development chain; the content of `live.json`. */
export interface LiveQuickstart extends Quickstart {
  readonly chain: {
    /** The name of the chain, as in the funding of a payout. */
    readonly name: string;
    readonly chainId: number;
    readonly node: string;
    /** The contract of the test dollar. */
    readonly token: string;
  };
}

/** Writes the files. The last one shows that the stack is ready. */
export function writeQuickstart(data: DataDirectory, quickstart: Quickstart, live?: LiveQuickstart): void {
  if (live) {
    writePrivateFile(data.liveKey, live.apiKey.privateKey);
    writePrivateFile(data.live, textOf(live));
  } else for (const file of [data.live, data.liveKey]) rmSync(file, { force: true });
  writePrivateFile(data.quickstartKey, quickstart.apiKey.privateKey);
  writePrivateFile(data.quickstart, textOf(quickstart));
}

function textOf(quickstart: Quickstart): string {
  return `${JSON.stringify(quickstart, null, 2)}\n`;
}
