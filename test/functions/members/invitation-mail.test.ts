import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { TestMailer } from '../../shared/mail/support.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import { bodyOf, settle } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';
import { invite, join, type Members, organizationOfMembers } from './support.ts';

let service: TestService;
let mailer: TestMailer;
let members: Members;

const table = await createTestTable();
beforeEach(async () => {
  mailer = new TestMailer();
  service = await TestService.start({ mailer }, table);
  members = await organizationOfMembers(service);
});

/** The token that a mail's text tells its reader to send. */
function tokenIn(text = ''): string {
  return JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? '{}').token;
}

describe('an invitation', () => {
  test('comes by mail with the token that was answered, and whoever has it joins', async () => {
    const { token } = bodyOf(await invite(service, members), 201);
    await settle(service);
    expect(mailer.reached).toEqual(['ada@example.com']);
    const [mail] = mailer.sent;
    expect(tokenIn(mail?.text)).toBe(token);
    expect(mail?.text).toContain(`POST /business/api/v1${members.path}/join`);
    bodyOf(await join(service, members, await service.person(), tokenIn(mail?.text)), 201);
  });

  test('that is repeated under the same key is mailed once', async () => {
    const { path, owner } = members;
    const options = { idempotencyKey: randomUUID() };
    const body = { email: 'ada@example.com', role: 'viewer' };
    const ask = () => service.post(path, owner, body, options);
    await Promise.all([ask(), ask()]);
    bodyOf(await ask(), 201);
    await settle(service);
    expect(mailer.reached).toEqual(['ada@example.com']);
  });

  test('that is refused is not mailed', async () => {
    bodyOf(await invite(service, members), 201);
    bodyOf(await invite(service, members), 400);
    const viewer = await service.member(members.organizationId, 'viewer');
    bodyOf(await service.post(members.path, viewer, { email: 'bob@example.com', role: 'viewer' }), 403);
    await settle(service);
    expect(mailer.reached).toEqual(['ada@example.com']);
  });

  test('is made although nobody can be mailed now, and mailed when that is mended', async () => {
    let failures = 3;
    mailer.before = () => {
      if (failures === 0) return;
      failures -= 1;
      throw new Error('the provider is down');
    };
    bodyOf(await invite(service, members), 201);
    await settle(service);
    expect(failures).toBe(0);
    expect(mailer.reached).toEqual(['ada@example.com']);
  });
});
