import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createIssuer } from '../../local/people/issuer.ts';
import { localTarget } from '../../operator/target/local-target.ts';
import { playEverything } from '../proofs/deploy-smoke/everything/play-everything.ts';
import { PlayedStage, type StageAccess } from '../proofs/deploy-smoke/everything/played-stage.ts';
import { payRun } from '../proofs/deploy-smoke/everything/run-of-payouts.ts';
import { sendWebhook } from '../proofs/deploy-smoke/everything/webhook.ts';
import { receiverOfTest } from '../support/receiver.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

/** One machine stands for a stage. It also delivers webhooks to loopback addresses, which no stage does. */
let machine: TestStack;
let access: StageAccess;

beforeAll(async () => {
  machine = await startTestStack();
  const { origin } = new URL(machine.baseUrl);
  const issuer = await createIssuer(readFileSync(join(machine.dataDirectory, 'issuer.pem'), 'utf8'));
  access = {
    origin,
    operator: localTarget(machine.dataDirectory),
    aws: {},
    busName: undefined,
    receiver: undefined,
    signIn: issuer.issue,
  };
});
afterAll(() => machine?.[Symbol.asyncDispose]());

/** @returns what the plays print */
async function played(on: StageAccess): Promise<string> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await playEverything(on);
    return print.mock.calls.map(([line]) => String(line)).join('\n');
  } finally {
    print.mockRestore();
  }
}

test('everything is played, and what cannot be is named', async () => {
  const receiver = await receiverOfTest();
  const lines = await played({ ...access, receiver: receiver.url });
  expect(lines).toContain('the documentation was read');
  expect(lines).toContain('checked by HEAD');
  expect(lines).toContain('a run of 50 was paid');
  expect(lines).toContain('a link of 40.00 was claimed');
  expect(lines).toContain('10.00 were refunded');
  expect(lines).toContain('USDC on the simulated chain');
  expect(lines).toContain('two people approved a payout');
  expect(lines).toContain(`${receiver.url} accepted a webhook with 200`);
  expect(lines).toContain('LEFT OUT: the event bus');
  expect(lines).not.toContain('LEFT OUT: a payment by crypto');
  expect(receiver.received).toHaveLength(1);
});

test('what needs people is left out if nobody can be signed in', async () => {
  const { signIn: _, ...withoutPeople } = access;
  const lines = await played(withoutPeople);
  expect(lines).toContain('LEFT OUT: a payment by crypto and an approval by two');
  expect(lines).not.toContain('two people approved');
  expect(lines).toContain('a run of 50 was paid');
});

test('a receiver that refuses fails the play of webhooks', async () => {
  const receiver = await receiverOfTest(500);
  await expect(sendWebhook(new PlayedStage({ ...access, receiver: receiver.url }))).rejects.toThrow(
    '"status":"failed"',
  );
});

test('a stage whose books do not add up fails the play of a run', async () => {
  const { operator } = access;
  const perform: typeof operator.perform = async (operation, request) =>
    operation === 'check'
      ? { result: { findings: [{ what: 'a row is missing' }] } }
      : operator.perform(operation, request);
  await expect(payRun(new PlayedStage({ ...access, operator: { ...operator, perform } }))).rejects.toThrow(
    /a row is missing/,
  );
});
