import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSluiceError, Sluice } from '../../../client/src/index.ts';
import { type Role, roles } from '../../../shared/identity/roles.ts';
import { startTestStack, type TestStack } from '../../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.[Symbol.asyncDispose]());

const as = (role: Role) => {
  const { baseUrl, organizationId, sessions } = stack;
  return new Sluice({ baseUrl, organizationId, session: sessions[role] });
};

const rolesOf = async (role: Role) => (await as(role).listMembers()).data.map((member) => member.role).sort();

describe('the sessions of one machine', () => {
  test('are four in quickstart.json, one of each role, and work', async () => {
    expect(Object.keys(stack.sessions)).toEqual(roles);
    for (const role of roles) expect(await rolesOf(role)).toEqual([...roles].sort());
    const invitation = { email: 'ada@example.com', role: 'viewer' } as const;
    await expect(as('viewer').inviteMember(invitation)).rejects.toMatchObject({ type: 'FORBIDDEN' });
    expect(await as('admin').inviteMember(invitation)).toMatchObject(invitation);
  });

  test('invite by mail, which is a private file of the data directory', async () => {
    const { token } = await as('owner').inviteMember({ email: 'bob@example.com', role: 'viewer' });
    const folder = join(stack.dataDirectory, 'mails');
    const mails = () => readdirSync(folder).filter((name) => name.endsWith('.txt'));
    const toBob = () =>
      mails()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .filter((text) => text.includes('bob@'));
    await expect.poll(toBob, { timeout: 10_000 }).toHaveLength(1);
    expect(toBob()[0]).toContain(token);
    for (const name of mails()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('are signed with the keys that the issuer publishes', async () => {
    const { origin } = new URL(stack.baseUrl);
    const answer = await fetch(`${origin}/.well-known/jwks.json`);
    expect(answer.status).toBe(200);
    const published = (await answer.json()) as Parameters<typeof createLocalJWKSet>[0];
    for (const key of published.keys) expect(key).not.toHaveProperty('d');
    const keys = createLocalJWKSet(published);
    for (const role of roles) {
      const { payload } = await jwtVerify(stack.sessions[role], keys);
      expect(payload).toMatchObject({ sub: `local-${role}`, token_use: 'access' });
    }
  });

  test('work after a restart on the same data, old ones and new ones; who was removed stays removed', async () => {
    await as('owner').removeMember({ userId: 'local-viewer' });
    const { invitations } = await as('owner').listMembers();
    const old = stack.sessions.operator;
    await stack.stop();
    await stack.restart();
    const { baseUrl, organizationId } = stack;
    const left = ['admin', 'operator', 'owner'];
    for (const role of ['owner', 'admin', 'operator'] as const) expect(await rolesOf(role)).toEqual(left);
    expect((await new Sluice({ baseUrl, organizationId, session: old }).listMembers()).data).toHaveLength(3);
    expect((await as('owner').listMembers()).invitations).toEqual(invitations);
    const refused = await as('viewer')
      .listMembers()
      .catch((error: unknown) => error);
    expect(isSluiceError(refused, 'FORBIDDEN')).toBe(true);
  });
});
