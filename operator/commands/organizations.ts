import { readFileSync } from 'node:fs';
import { localPeople } from '../../local/people/people.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, liftable, textOf, textsOf, type Values } from './command.ts';

const organization = (positionals: readonly string[]) => ({ organizationId: positionals[0] });

/** Commands for what operators decide about a customer. */
export const organizationCommands: Readonly<Record<string, Command>> = {
  'create-organization': {
    summary: 'create a customer: a live and a sandbox organization with their first owner',
    positionals: [],
    options: {
      reference: { type: 'string' },
      name: { type: 'string' },
      currency: { type: 'string' },
      feature: { type: 'string', multiple: true },
      owner: { type: 'string' },
      'owner-id': { type: 'string' },
      'owner-email': { type: 'string' },
    },
    help: `  --reference TEXT     your reference; repeating it creates no second pair
  --name TEXT          the name of both organizations
  --owner-id ID        the subject reported by the identity provider
  --owner-email EMAIL
  --owner PERSON       instead of both, on this machine: local-owner or another person whose token is in quickstart.json
  --feature NAME       developer (webhooks) or mass_payouts; can be repeated
  --currency CODE      the permanent settlement currency: USD (default) or EUR
`,
    input: (_positionals, values) => ({
      reference: textOf(values, 'reference'),
      name: textOf(values, 'name'),
      currency: textOf(values, 'currency'),
      features: textsOf(values, 'feature'),
      owner: ownerOf(values),
    }),
    intent: ({ name, reference, currency = 'USD', features }) =>
      `create the organizations of ${name} (reference ${reference}; settling in ${currency}; features: ${String(features) || '-'})`,
  },
  verify: {
    summary: 'record that business verification is complete',
    positionals: ['ORGANIZATION'],
    options: { revoke: { type: 'boolean' } },
    help: '  --revoke             withdraw it: live keys can then only read\n',
    input: (positionals, { revoke }) => ({ ...organization(positionals), verified: revoke !== true }),
    intent: ({ organizationId, verified }) =>
      verified
        ? `let live keys of ${organizationId} write`
        : `withdraw the business verification of ${organizationId}: its live keys can then only read`,
  },
  suspend: {
    summary: 'refuse every call and every new payout of an organization',
    positionals: ['ORGANIZATION'],
    options: {},
    help: '',
    input: organization,
    intent: ({ organizationId }) => `suspend ${organizationId}; payouts that were already accepted continue`,
  },
  resume: {
    summary: "end an organization's suspension",
    positionals: ['ORGANIZATION'],
    options: {},
    help: '',
    input: organization,
    intent: ({ organizationId }) => `let ${organizationId} make calls and payouts again`,
  },
  'reset-approvers': {
    summary: 'replace the approvers in 72 hours, when too few are left to agree',
    positionals: ['ORGANIZATION'],
    options: { approver: { type: 'string', multiple: true }, reason: { type: 'string' } },
    help: `  --approver MEMBER    user id of a member who may vote; repeat it for more members than the quorum
  --reason TEXT        who requested this and how they were identified
  If mail to an owner or approver is refused, another operator must repeat the command, and it takes seven days.
`,
    input: (positionals, values) => ({
      ...organization(positionals),
      approvers: textsOf(values, 'approver'),
      reason: textOf(values, 'reason'),
    }),
    intent: ({ organizationId, approvers }) =>
      `let ${approvers} vote at ${organizationId} in place of its approvers, 72 hours after everyone was told`,
  },
  members: {
    summary: 'add or replace a member when nobody in the organization can',
    positionals: ['ORGANIZATION'],
    options: {
      add: { type: 'string' },
      email: { type: 'string' },
      role: { type: 'string' },
      replaces: { type: 'string' },
      keys: { type: 'string' },
      links: { type: 'string' },
      reason: { type: 'string' },
    },
    help: `  --add ID             the subject reported by the identity provider
  --email EMAIL
  --role ROLE          owner, admin, operator or viewer (default: owner)
  --replaces MEMBER    user id of a member to remove in the same transaction
  --keys WHAT          revoke or keep the keys that the removed member issued or rotated
  --links keep         keep the removed member's open payout links; by default they are canceled
  --reason TEXT        who requested this and how they were identified
`,
    input: (positionals, values) => ({
      ...organization(positionals),
      userId: textOf(values, 'add'),
      email: textOf(values, 'email'),
      role: textOf(values, 'role') ?? 'owner',
      replaces: textOf(values, 'replaces'),
      keys: textOf(values, 'keys'),
      links: textOf(values, 'links'),
      reason: textOf(values, 'reason'),
    }),
    intent: ({ organizationId, userId, role, replaces }) =>
      `make ${userId} a member of ${organizationId}, as ${role}${replaces ? `, and remove ${replaces}` : ''}`,
  },
  features: {
    summary: 'switch features on or off',
    positionals: ['ORGANIZATION'],
    options: { on: { type: 'string', multiple: true }, off: { type: 'string', multiple: true } },
    help: '  --on NAME            mass_payouts or developer; can be repeated\n  --off NAME           mass_payouts or developer; can be repeated\n',
    input: (positionals, values) => ({
      ...organization(positionals),
      on: textsOf(values, 'on'),
      off: textsOf(values, 'off'),
    }),
    intent: ({ organizationId, on, off }) =>
      `switch features of ${organizationId} on: ${String(on) || '-'}; off: ${String(off) || '-'}`,
  },
  limits: {
    summary: "set the platform's caps on payouts",
    positionals: ['ORGANIZATION'],
    options: {
      single: { type: 'string' },
      daily: { type: 'string' },
      'per-end-user-daily': { type: 'string' },
      velocity: { type: 'string' },
    },
    help: `  --single AMOUNT              largest payout, in the settlement currency
  --daily AMOUNT               total per UTC day
  --per-end-user-daily AMOUNT  total per UTC day for one end user
  --velocity N/MINUTES         at most N payouts in this many minutes, including failed and canceled ones
  Each option accepts none, which lifts the cap. A cap that is not named stays unchanged.
`,
    input: (positionals, values) => ({
      ...organization(positionals),
      limits: {
        single: liftable(textOf(values, 'single')),
        daily: liftable(textOf(values, 'daily')),
        perEndUserDaily: liftable(textOf(values, 'per-end-user-daily')),
      },
      velocity: velocityOf(textOf(values, 'velocity')),
    }),
    intent: ({ organizationId, limits, velocity }) =>
      `set for ${organizationId}: ${JSON.stringify({ ...(limits as object), velocity })}`,
  },
  'issue-api-key': {
    summary: 'register the public half of a key pair created by the organization',
    positionals: ['ORGANIZATION'],
    options: {
      for: { type: 'string' },
      name: { type: 'string' },
      'public-key': { type: 'string' },
      scope: { type: 'string', multiple: true },
      'allowed-ip': { type: 'string', multiple: true },
      'expires-at': { type: 'string' },
    },
    help: `  --for MEMBER         user id of the owner or admin who is responsible for the key
  --name TEXT
  --public-key FILE    PEM; created with: openssl ecparam -name prime256v1 -genkey -noout -out key.pem
                       and: openssl ec -in key.pem -pubout -out public.pem
  --scope NAME         read, write, refunds or crypto_payouts; can be repeated (default: read)
  --allowed-ip CIDR    can be repeated (default: any address)
  --expires-at TIME    ISO 8601 with a time zone (default: in one year)
`,
    input: (positionals, values) => ({
      ...organization(positionals),
      for: textOf(values, 'for'),
      name: textOf(values, 'name'),
      publicKey: readPublicKey(textOf(values, 'public-key')),
      scopes: values.scope === undefined ? ['read'] : textsOf(values, 'scope'),
      allowedIps: textsOf(values, 'allowed-ip'),
      expiresAt: textOf(values, 'expires-at'),
    }),
    intent: ({ organizationId, name, scopes }) => `give ${organizationId} the API key ${name} (${scopes})`,
  },
};

/** The first owner of a customer, as the identity provider knows them; on this machine a name is enough. */
function ownerOf(values: Values) {
  const [local, userId, email] = ['owner', 'owner-id', 'owner-email'].map((name) => textOf(values, name));
  if (local === undefined) return { userId, email };
  if (userId ?? email) throw new UsageError('Give either --owner or --owner-id and --owner-email.');
  if (values.stage)
    throw new UsageError('--owner is only for this machine: with --stage, give --owner-id and --owner-email.');
  const person = localPeople.find((one) => one.userId === local);
  if (person) return person;
  throw new UsageError(`--owner takes ${localPeople.map((one) => one.userId).join(', ')}, not '${local}'.`);
}

function velocityOf(text: string | undefined) {
  if (text === undefined || text === 'none') return liftable(text);
  const [, payouts, minutes] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (!payouts || !minutes) throw new UsageError(`--velocity takes N/MINUTES, such as 10/60, not '${text}'.`);
  return { payouts: Number(payouts), minutes: Number(minutes) };
}

function readPublicKey(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--public-key: ${(error as Error).message}`);
  }
}
