import { readFileSync } from 'node:fs';
import { localPeople } from '../../local/people/people.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, liftable, textOf, type Values } from './command.ts';

const positionals = ['organizationId'];
const text = { value: 'TEXT' };
const cap = { value: 'AMOUNT', read: liftable };

/** Commands for decisions of operators about a customer. */
export const organizationCommands: Readonly<Record<string, Command>> = {
  'create-organization': {
    positionals: [],
    fields: {
      reference: text,
      name: text,
      currency: { value: 'CODE' },
      'owner.userId': { option: 'owner-id', value: 'ID', help: 'The subject reported by the identity provider.' },
      'owner.email': { help: 'Required with --owner-id.' },
    },
    extra: {
      owner: {
        value: 'PERSON',
        help: 'Instead of both, on this machine: local-owner or another person whose token is in quickstart.json.',
      },
    },
    complete: ({ owner, ...input }, values) => ({ ...input, owner: ownerOf(owner, values) }),
    intent: ({ name, reference, currency = 'USD', features = [] }) =>
      `create the organizations of ${name} (reference ${reference}; settling in ${currency}; features: ${String(features) || '-'})`,
  },
  verify: {
    positionals,
    fields: { verified: 'made' },
    extra: { revoke: { help: 'Withdraw it: live keys can then only read.' } },
    complete: (input, { revoke }) => ({ ...input, verified: revoke !== true }),
    intent: ({ organizationId, verified }) =>
      verified
        ? `let live keys of ${organizationId} write`
        : `withdraw the business verification of ${organizationId}: its live keys can then only read`,
  },
  suspend: {
    positionals,
    intent: ({ organizationId }) => `suspend ${organizationId}; payouts that were already accepted continue`,
  },
  resume: {
    positionals,
    intent: ({ organizationId }) => `let ${organizationId} make calls and payouts again`,
  },
  'reset-approvers': {
    positionals,
    fields: { approvers: { value: 'MEMBER' }, reason: text },
    note: 'If mail to an owner or approver is refused, another operator must repeat the command, and it takes seven days.',
    intent: ({ organizationId, approvers }) =>
      `let ${approvers} vote at ${organizationId} in place of its approvers, 72 hours after everyone was told`,
  },
  members: {
    positionals,
    fields: {
      userId: { option: 'add', value: 'ID', help: 'The subject reported by the identity provider. Required.' },
      email: { help: 'Required.' },
      role: { help: 'Default: owner.' },
      replaces: { value: 'MEMBER' },
      reason: text,
    },
    complete: (input) => ({ role: 'owner', ...input }),
    intent: ({ organizationId, userId, role, replaces }) =>
      `make ${userId} a member of ${organizationId}, as ${role}${replaces ? `, and remove ${replaces}` : ''}`,
  },
  features: {
    positionals,
    intent: ({ organizationId, on = [], off = [] }) =>
      `switch features of ${organizationId} on: ${String(on) || '-'}; off: ${String(off) || '-'}`,
  },
  limits: {
    positionals,
    fields: {
      'limits.single': { ...cap, option: 'single', help: 'The largest payout, in the settlement currency.' },
      'limits.daily': { ...cap, option: 'daily', help: 'The total of a UTC day.' },
      'limits.perEndUserDaily': {
        ...cap,
        option: 'per-end-user-daily',
        help: 'The total of a UTC day for one end user.',
      },
      velocity: {
        value: 'N/MINUTES',
        help: 'At most N payouts in this many minutes, including failed and canceled ones.',
        read: velocityOf,
      },
    },
    note: 'Each option accepts none, which lifts the cap. A cap that is not named stays unchanged.',
    intent: ({ organizationId, limits, velocity }) =>
      `set for ${organizationId}: ${JSON.stringify({ ...(limits as object), velocity })}`,
  },
  'issue-api-key': {
    positionals,
    fields: {
      for: { value: 'MEMBER' },
      name: text,
      publicKey: {
        value: 'FILE',
        help: `PEM; created with: openssl ecparam -name prime256v1 -genkey -noout -out key.pem
                       and: openssl ec -in key.pem -pubout -out public.pem`,
        read: readPublicKey,
      },
      scopes: { help: 'Default: read.' },
      allowedIps: { value: 'CIDR' },
      expiresAt: { value: 'TIME', help: 'ISO 8601 with a time zone. Default: in one year.' },
    },
    complete: (input) => ({ scopes: ['read'], ...input }),
    intent: ({ organizationId, name, scopes }) => `give ${organizationId} the API key ${name} (${scopes})`,
  },
};

/** The first owner of a customer, as the identity provider knows them. On this machine a name is enough. */
function ownerOf(given: unknown, values: Values): unknown {
  const local = textOf(values, 'owner');
  if (local === undefined) return given;
  if (Object.keys(given as object).length > 0)
    throw new UsageError('Give either --owner or --owner-id and --owner-email.');
  if (values.stage)
    throw new UsageError('--owner is only for this machine: with --stage, give --owner-id and --owner-email.');
  const person = localPeople.find((one) => one.userId === local);
  if (person) return person;
  throw new UsageError(`--owner takes ${localPeople.map((one) => one.userId).join(', ')}, not '${local}'.`);
}

function velocityOf(text: string) {
  if (text === 'none') return liftable(text);
  const [, payouts, minutes] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (!payouts || !minutes) throw new UsageError(`--velocity takes N/MINUTES, such as 10/60, not '${text}'.`);
  return { payouts: Number(payouts), minutes: Number(minutes) };
}

function readPublicKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--public-key: ${(error as Error).message}`);
  }
}
