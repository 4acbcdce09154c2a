import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvalLifetimeMs } from '../../../../shared/approvals/approval.ts';
import {
  accountsPath,
  bankAccount,
  cryptoAccount,
  iban,
  listed,
  register,
  remove,
  statusOf,
} from '../../../functions/checkout/accounts-support.ts';
import { invite, join } from '../../../functions/members/support.ts';
import { expectError, storedItems } from '../../../support/answers.ts';
import { crashAt } from '../../../support/crash.ts';
import { beforeFirst, createFaultyTable, type FaultyTable } from '../../../support/faults.ts';
import { bodyOf, deliver, expectSoundBooks, readFeed, settle } from '../../../support/journey.ts';
import { performed } from '../../../support/operations.ts';
import { TestService, type TestSession } from '../../../support/service.ts';
import { approvalOf, hintOf, told, vote, work } from '../../approvals/support.ts';
import { setControls } from '../../journal/commit/support.ts';
import { TestMailer } from '../../mail/support.ts';

let service: TestService;
let table: FaultyTable;
const mailer = new TestMailer();

beforeAll(async () => {
  table = await createFaultyTable();
  service = await TestService.start({ mailer, rateLimitOverride: 10_000 }, table);
});
beforeEach(() => table.intercept(undefined));

/** An organization with three voters, operators, and an owner and an admin who are none. */
async function guarded(quorum = 1) {
  const of = await service.organization();
  const { organizationId } = of;
  const owner = await service.member(organizationId, 'owner');
  const admin = await service.member(organizationId, 'admin');
  const voters = await Promise.all([1, 2, 3].map(() => service.member(organizationId, 'operator')));
  const approvers = voters.map(({ userId }) => userId);
  await setControls(service.runtime, organizationId, { approvals: { threshold: 50_00n, quorum, approvers } });
  const voter = (index: number) => voters[index] as TestSession;
  return { of, organizationId, owner, admin, voter, approvers };
}

/** The same, with a bank account for which an admin has asked. */
async function asked(quorum = 1) {
  const all = await guarded(quorum);
  const account = bodyOf(await register(service, all.of, all.admin), 202);
  const { accountId, approvalId } = account;
  const status = async () => [
    await statusOf(service, all.of, accountId),
    (await approvalOf(service, all.of, approvalId)).status,
  ];
  return { ...all, account, accountId, approvalId, status };
}

/** What waits to be mailed to people of an organization. */
async function mailsOf({ organizationId }: Pick<Asked, 'organizationId'>) {
  return (await storedItems(service, 'mail')).filter((mail) => mail.organizationId === organizationId);
}

/** Changes the stored account by hand, as nothing in the service does. */
async function tamper(accountId: string, details: object): Promise<void> {
  const { client, tableName } = service.runtime.store;
  const [row] = (await storedItems(service, 'collectionAccount')).filter((item) => item.accountId === accountId);
  await client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: row?.pk, sk: row?.sk },
      UpdateExpression: 'SET details = :details',
      ExpressionAttributeValues: { ':details': JSON.stringify(details) },
    }),
  );
}

describe('a collection account where others have to agree', () => {
  test('is pending with an approval, which shows all of it, and nobody is mailed yet', async () => {
    const all = await asked();
    const { of, account, accountId, approvalId, admin } = all;
    expect(account).toMatchObject({ status: 'pending', approvalId: expect.stringMatching(/^apr_/) });
    expect((await listed(service, of, of)).data).toEqual([account]);
    const approval = await approvalOf(service, of, approvalId);
    const { currency, details } = bankAccount();
    expect(approval).toMatchObject({
      kind: 'collection_account',
      status: 'pending',
      initiator: { actorUserId: admin.userId },
      collectionAccount: { accountId, kind: 'bank', currency, details },
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(approval).not.toHaveProperty('held');
    expect(await mailsOf(all)).toEqual([]);
  });

  test('is active once its voters agree, and owners and admins are mailed', async () => {
    const { of, approvalId, voter, status, owner, admin, accountId } = await asked(2);
    bodyOf(await vote(service, of, approvalId, voter(0)));
    expect(await status()).toEqual(['pending', 'pending']);
    bodyOf(await vote(service, of, approvalId, voter(1)));
    await deliver(service, [await hintOf(service, of, approvalId)]);
    expect(await status()).toEqual(['active', 'executed']);
    await settle(service);
    const mails = mailer.sent.filter(({ text }) => text.includes(accountId));
    expect(mails.map(({ to }) => to).sort()).toEqual(
      [owner, admin].map(({ userId }) => `${userId}@example.com`).sort(),
    );
    expect(mails[0]?.text).toMatch(new RegExp(`${accountId}[^]*${iban}[^]*${admin.userId}`));
    expect(await told(service, of)).toEqual(['payout_approval.requested', 'payout_approval.executed']);
    const { data } = (await readFeed(service, of)).at(-1) as { data: object };
    expect(data).toMatchObject({ collectionAccount: { accountId, details: bankAccount().details } });
    await expectSoundBooks(service, of);
  });

  test.each([
    [
      'rejected',
      async ({ of, approvalId, voter }: Asked) => bodyOf(await vote(service, of, approvalId, voter(0), 'reject')),
    ],
    ['expired', async ({ of, approvalId }: Asked) => work(service, of, approvalId)],
    [
      'failed',
      async ({ of, organizationId, approvalId, voter }: Asked) => {
        bodyOf(await vote(service, of, approvalId, voter(0)));
        await performed(service, 'suspend', { organizationId });
        await work(service, of, approvalId);
        await performed(service, 'resume', { organizationId });
      },
    ],
  ] as const)('is removed when its approval is %s, and may be asked for again', async (ending, end) => {
    const all = await asked();
    await end(all);
    expect(await all.status()).toEqual(['removed', ending]);
    expect(await mailsOf(all)).toEqual([]);
    const again = bodyOf(await register(service, all.of, all.admin), 202);
    expect(again.accountId).not.toBe(all.accountId);
    await expectSoundBooks(service, all.of);
  });

  test('that is removed while it waits ends its approval, also between the last vote and the execution', async () => {
    for (const isApproved of [false, true]) {
      const all = await asked();
      const { of, owner, approvalId, accountId, voter, status } = all;
      if (isApproved) bodyOf(await vote(service, of, approvalId, voter(0)));
      const hint = await hintOf(service, of, approvalId);
      expect(bodyOf(await remove(service, of, owner, accountId)).status).toBe('removed');
      expect(await status()).toEqual(['removed', 'failed']);
      expect((await approvalOf(service, of, approvalId)).failureReason).toBe('CONFLICT');
      await deliver(service, [hint]);
      expect(await status()).toEqual(['removed', 'failed']);
      expect(await mailsOf(all)).toEqual([]);
    }
  });

  test('that waits is the same account for whoever asks next', async () => {
    const { of, owner, accountId } = await asked();
    const again = await register(service, of, owner, bankAccount({ holderName: 'Somebody else' }));
    expectError(again, 'CONFLICT');
    expect(again.body.detail).toContain(accountId);
  });

  test('sent twice with one key asks for one approval', async () => {
    const { of, admin } = await guarded();
    const request = { body: bankAccount(), idempotencyKey: 'once' };
    const first = bodyOf(await service.call('POST', accountsPath(of), admin, request), 202);
    expect(bodyOf(await service.call('POST', accountsPath(of), admin, request), 202)).toEqual(first);
    expect(await told(service, of)).toEqual(['payout_approval.requested']);
  });

  test('is not asked for where too few could vote, and leaves nothing', async () => {
    const { of, organizationId, admin } = await guarded();
    const approvals = { threshold: 50_00n, quorum: 1, approvers: [admin.userId] };
    await setControls(service.runtime, organizationId, { approvals });
    expectError(await register(service, of, admin), 'BAD_REQUEST');
    expect(await listed(service, of, of)).toEqual({ data: [], completeUntil: expect.any(String) });
  });
});

type Asked = Awaited<ReturnType<typeof asked>>;

describe('a thief', () => {
  test('who is an admin and a voter cannot agree to their own account', async () => {
    const { of, organizationId, admin, voter, approvers } = await guarded();
    const named = { threshold: 1n, quorum: 1, approvers: [...approvers, admin.userId] };
    await setControls(service.runtime, organizationId, { approvals: named });
    const { approvalId } = bodyOf(await register(service, of, admin, cryptoAccount()), 202);
    for (const decision of ['approve', 'reject'] as const) {
      expectError(await vote(service, of, approvalId, admin, decision), 'FORBIDDEN');
    }
    expect((await approvalOf(service, of, approvalId)).electorate).toEqual(approvers);
    bodyOf(await vote(service, of, approvalId, voter(0)));
  });

  test('whom somebody invited cannot have the account agreed to by who invited them', async () => {
    const { of, organizationId, approvers } = await guarded();
    const thief = await service.member(organizationId, 'admin');
    const named = { threshold: 1n, quorum: 1, approvers: [...approvers, thief.userId] };
    await setControls(service.runtime, organizationId, { approvals: named });
    const path = `/organizations/${organizationId}/members`;
    const members = { organization: of, organizationId, owner: thief, path };
    const { token } = bodyOf(await invite(service, members, { role: 'admin' }), 201);
    const puppet = await service.person();
    bodyOf(await join(service, members, puppet, token), 201);
    const { approvalId } = bodyOf(await register(service, of, puppet, cryptoAccount()), 202);
    expectError(await vote(service, of, approvalId, thief), 'FORBIDDEN');
  });

  test('who swaps the account after the vote gets neither: it stays as it is until a person has looked', async () => {
    const all = await asked();
    const { of, approvalId, accountId, voter, status } = all;
    bodyOf(await vote(service, of, approvalId, voter(0)));
    await tamper(accountId, { holderName: 'Example GmbH', iban: 'FR1420041010050500013M02606' });
    await deliver(service, [await hintOf(service, of, approvalId)]);
    expect(await status()).toEqual(['pending', 'approved']);
    const parked = await storedItems(service, 'parkedWork');
    expect(parked).toMatchObject([{ kind: 'approvals', resourceId: approvalId }]);
    expect(await mailsOf(all)).toEqual([]);
  });

  test('who registers at the moment in which approvers are named waits for them', async () => {
    const { of, organizationId, admin, voter } = await guarded();
    const approvals = { threshold: 1n, quorum: 1, approvers: [voter(0).userId, voter(1).userId] };
    await setControls(service.runtime, organizationId, { approvals: undefined });
    table.intercept(beforeFirst('TransactWrite', () => setControls(service.runtime, organizationId, { approvals })));
    bodyOf(await register(service, of, admin), 202);
  });
});

describe('races and crashes', () => {
  test('a removal at the moment of the execution: one is first, and the account is removed', async () => {
    const { of, owner, approvalId, accountId, voter, status } = await asked();
    bodyOf(await vote(service, of, approvalId, voter(0)));
    const hint = await hintOf(service, of, approvalId);
    table.intercept(beforeFirst('TransactWrite', () => deliver(service, [hint])));
    expect(bodyOf(await remove(service, of, owner, accountId)).status).toBe('removed');
    expect((await status())[0]).toBe('removed');
    await expectSoundBooks(service, of);
  });

  test('a vote after the day is over opens nothing', async () => {
    const { of, approvalId, voter, status } = await asked();
    service.clock.advance(approvalLifetimeMs);
    expectError(await vote(service, of, approvalId, voter(0)), 'CONFLICT');
    await work(service, of, approvalId);
    expect(await status()).toEqual(['removed', 'expired']);
  });

  test.each([1, 2, 3, 4, 5, 6])('a worker that dies at its call %i opens it once, with one mail', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const all = await asked();
      const { of, approvalId, voter, status } = all;
      bodyOf(await vote(service, of, approvalId, voter(0)));
      const hint = await hintOf(service, of, approvalId);
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([deliver(service.process(intercept), [hint]), crashed]);
      service.clock.advance(60_000);
      await deliver(service, [await hintOf(service, of, approvalId)]);
      expect(await status()).toEqual(['active', 'executed']);
      expect(await mailsOf(all)).toHaveLength(1);
    }
  });
});
