import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { discoverEndpoints, discoverOperations } from '../functions/discover.ts';
import { localPeople } from '../local/people/people.ts';
import { canonicalAddress } from '../shared/identity/email-address.ts';
import { userIdPattern } from '../shared/identity/user-id.ts';
import { signIn, testSessions } from './support/issuer.ts';

/** A field of what callers and operators send. */
interface Field {
  /** `PATCH /policy approvals.approvers[]` */
  readonly at: string;
  readonly name: string;
  readonly schema: Schema;
}

type Schema = z.core.JSONSchema.BaseSchema;

function fieldsOf(door: string, input: z.ZodType | undefined): Field[] {
  if (!input) return [];
  const root = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  const walk = (schema: Schema, path: string, name: string): Field[] => {
    const inner = schema.$ref ? (root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] as Schema) : schema;
    const options = [...(inner.anyOf ?? []), ...(inner.oneOf ?? []), ...(inner.allOf ?? [])] as Schema[];
    const items = inner.items ? [inner.items as Schema] : [];
    return [
      ...(inner.type === 'string' ? [{ at: `${door} ${path}`, name, schema: inner }] : []),
      ...options.flatMap((one) => walk(one, path, name)),
      ...items.flatMap((one) => walk(one, `${path}[]`, name)),
      ...Object.entries(inner.properties ?? {}).flatMap(([key, value]) =>
        walk(value as Schema, path ? `${path}.${key}` : key, key),
      ),
    ];
  };
  return walk(root, '', '');
}

const endpoints = (await discoverEndpoints()).flatMap(({ declaration: { operation, body, query } }) =>
  [body, query].flatMap((schema) => fieldsOf(operation, schema as z.ZodType | undefined)),
);
const operations = (await discoverOperations()).flatMap(({ declaration: { name, input } }) =>
  fieldsOf(`ops ${name}`, input as z.ZodType),
);
const fields = [...endpoints, ...operations];

const takesUserIds = ({ name }: Field) => ['userId', 'approvers', 'for'].includes(name);
/** They find what is stored, and rows may be older than the one form. */
const findsWhatIsStored = ['ops members replaces', 'listAuditEvents actorUserId'];

describe('a user id has one form', () => {
  test('at every operation and endpoint that takes one', () => {
    const doors = fields.filter(takesUserIds);
    expect(doors.map(({ at }) => at).sort()).toEqual([
      'changePolicy approvals.approvers[]',
      'ops create-organization owner.userId',
      'ops issue-api-key for',
      'ops members userId',
      'ops reset-approvers approvers[]',
    ]);
    for (const { at, schema } of doors) expect([at, schema.pattern]).toEqual([at, userIdPattern.source]);
  });

  test('also where a description names a user id in other words', () => {
    const named = fields.filter(({ schema }) => /user id|`userId`|identity provider/i.test(schema.description ?? ''));
    const others = named.filter((field) => !takesUserIds(field)).map(({ at }) => at);
    expect(others.filter((at) => !findsWhatIsStored.includes(at))).toEqual([]);
  });

  test.each([
    ['local-owner', true],
    ['c0ffee00-1234-4abc-8def-000000000000', true],
    ['_', true],
    ['a.b-C_9', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['ada@example.com', false],
    ['auth0|5f7c', false],
    ['operator:ada', false],
    ['ada b', false],
    ['ädä', false],
    ['.', false],
    ['..', false],
  ])('%s: %s, for sessions too', async (userId, isOne) => {
    expect(userIdPattern.test(userId)).toBe(isOne);
    expect(await testSessions(await signIn(userId))).toEqual(isOne ? { userId } : undefined);
  });

  test('which the people of one machine have', () => {
    for (const { userId, email } of localPeople) {
      expect(userIdPattern.test(userId)).toBe(true);
      expect(canonicalAddress(email)).toBe(email);
    }
  });
});

describe('an e-mail address has one form', () => {
  test('at every operation and endpoint that takes one', () => {
    const doors = fields.filter(({ name, schema }) => /e-?mail/i.test(name) || /email/.test(schema.format ?? ''));
    expect(doors.map(({ at }) => at).sort()).toEqual([
      'createPayoutLink payeeEmail',
      'inviteMember email',
      'ops create-organization owner.email',
      'ops members email',
    ]);
    for (const { at, schema } of doors) expect([at, schema.format]).toEqual([at, 'idn-email']);
  });
});
