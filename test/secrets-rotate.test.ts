import { createHmac, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMail } from '../shared/mail/send-mail.ts';
import { organizationOfWebhooks, type Webhooks } from './functions/webhooks/support.ts';
import { askForMail, TestMailer } from './shared/mail/support.ts';
import { expectError } from './support/answers.ts';
import { bodyOf, pathOf, type TestOrganization } from './support/journey.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { RotatingSecrets } from './support/secrets.ts';
import { type Answer, TestService, type TestSession } from './support/service.ts';
import { fundingTarget, signatureOf } from './support/signing.ts';

let service: TestService;
let secrets: RotatingSecrets;
let mailer: TestMailer;
let organization: TestOrganization;
let owner: TestSession;
let webhooks: Webhooks;
let receiver: Receiver;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  secrets = new RotatingSecrets();
  mailer = new TestMailer();
  webhooks = await organizationOfWebhooks(service);
  organization = webhooks.of;
  owner = await service.member(organization.organizationId, 'owner');
  receiver = await startReceiver();
});

/** Another process, which reads the secrets when it first needs them. */
function started(options: { isFronted?: boolean } = {}): TestService {
  const { clock } = service.runtime;
  return service.process((_call, send) => send(), { mailer, secrets: secrets.process(clock, options) });
}

/** A process that has read the secrets as they are now. */
async function warm(options: { isFronted?: boolean } = {}): Promise<TestService> {
  const process = started(options);
  await process.runtime.secrets.sealingKeys();
  await process.runtime.secrets.provesOrigin?.(secrets.origins[0] ?? '');
  return process;
}

/** What one process begins and another ends; `between` comes to pass in the meantime. */
type Flow = (first: TestService, second: TestService, between: () => unknown) => Promise<void>;

/** Of the call that is made now: the edge sends the present secret or the one before. */
function fromEdge(): Record<string, string> {
  return { 'x-origin-secret': secrets.origins[Math.floor(Math.random() * secrets.origins.length)] ?? '' };
}

const challengeIsAnswered: Flow = async (first, second, between) => {
  const target = fundingTarget(organization.organizationId);
  const idempotencyKey = randomUUID();
  const send = (process: TestService, headers: Record<string, string>): Promise<Answer> =>
    process.send('POST', target, '{"amount":"25.00"}', {
      'x-api-key': organization.key.id,
      'idempotency-key': idempotencyKey,
      ...fromEdge(),
      ...headers,
    });
  const { requestId, payloadToSign } = bodyOf(await send(first, {}), 202);
  await between();
  const signature = signatureOf(payloadToSign, organization.privateKey);
  bodyOf(await send(second, { 'x-svc-request-id': requestId, 'x-svc-signature': signature }), 201);
};

const answerIsReplayed: Flow = async (first, second, between) => {
  const idempotencyKey = randomUUID();
  const register = (process: TestService) =>
    process.post(
      webhooks.path,
      webhooks.operator,
      { url: receiver.url, description: idempotencyKey },
      { idempotencyKey, headers: fromEdge() },
    );
  const answer = await register(first);
  bodyOf(answer, 201);
  await between();
  expect(await register(second)).toMatchObject({ text: answer.text, headers: { 'idempotency-replayed': 'true' } });
  await remove(answer.body.id);
};

const eventIsSigned: Flow = async (first, second, between) => {
  const description = randomUUID();
  const url = `${receiver.url}?${description}`;
  const options = { headers: fromEdge() };
  const { id, secret } = bodyOf(await first.post(webhooks.path, webhooks.operator, { url, description }, options), 201);
  await between();
  const path = `${webhooks.path}/${id}/test`;
  const sent = await second.post(path, webhooks.operator, { type: 'payout.completed' }, { headers: fromEdge() });
  expect(bodyOf(sent)).toMatchObject({ accepted: true });
  const signed = receiver.received.filter(({ headers, text }) => isSigned(secret, text, headers));
  expect(signed).toHaveLength(1);
  await remove(id);
};

const mailIsSent: Flow = async (first, second, between) => {
  const to = `${randomUUID()}@example.com`;
  const { hint } = await askForMail(first, [to]);
  await between();
  await sendMail(second.runtime, hint);
  expect(mailer.reached).toContain(to);
};

const flows: [string, Flow][] = [
  ['a challenge is answered', challengeIsAnswered],
  ['an answer with a secret is replayed', answerIsReplayed],
  ['an event is signed with the secret that was shown', eventIsSigned],
  ['mail is sent', mailIsSent],
];

/** An organization may have few endpoints. */
async function remove(id: string): Promise<void> {
  bodyOf(await service.call('DELETE', `${webhooks.path}/${id}`, webhooks.operator));
}

/** Not by a library, because those refuse the time of the test's clock. */
function isSigned(secret: string, text: string, headers: Readonly<Record<string, string>>): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['svc-id']}.${headers['svc-timestamp']}.${text}`;
  return headers['svc-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

describe.each(flows)('%s', (_name, flow) => {
  test('by a process that read the keys before the rotation, of one that read them after', async () => {
    const stale = await warm();
    secrets.rotateSealing();
    await flow(started(), stale, () => {});
  });

  test('by a process that read the keys after the rotation, of one that read them before', async () => {
    const stale = await warm();
    secrets.rotateSealing();
    await flow(stale, started(), () => {});
  });

  test('across two rotations in between', async () => {
    const [first, second] = [await warm(), await warm()];
    await flow(first, second, () => {
      secrets.rotateSealing();
      secrets.rotateSealing();
    });
  });
});

test('under load, rotations of both secrets have no call refused', async () => {
  const fleet = await Promise.all(Array.from({ length: 8 }, () => warm({ isFronted: true })));
  const rotations = [
    () => secrets.rotateSealing(),
    () => secrets.rotateOrigin(),
    () => secrets.rotateSealing(),
    () => secrets.rotateSealing(),
  ];
  let ended = 0;
  /** Each does one flow after the other. */
  const run = async (lane: number) => {
    for (let round = 0; round < 8; round += 1) {
      const [, flow] = flows[(lane + round) % flows.length] as [string, Flow];
      const process = (offset: number) => fleet[(lane + round * offset + offset) % fleet.length] as TestService;
      await flow(process(1), process(3), () => turn());
      ended += 1;
      if (ended % 12 === 0) rotations.shift()?.();
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, lane) => run(lane)));
  expect([ended, rotations]).toEqual([64, []]);
  expect(secrets.keys).toHaveLength(4);
  expect(secrets.origins).toEqual(['origin-3', 'origin-1']);
});

describe('made-up key ids', () => {
  const forged = (number: number) => `forged-${number}.${Buffer.alloc(60, number).toString('base64url')}`;

  test('are refused as any signature is, and make a process read a few times', async () => {
    const process = await warm();
    for (let call = 0; call < 30; call += 1) {
      const headers = { 'x-svc-request-id': forged(call), 'x-svc-signature': 'AAAA', 'x-api-key': organization.key.id };
      const answer = await process.send('GET', `/business/api/v1${pathOf(organization)}/balance`, '', headers);
      expectError(answer, 'SIGNATURE_INVALID');
    }
    expect(secrets.reads).toBe(1 + 5);
  });

  test('end no later than two seconds after them', async () => {
    const process = await warm();
    for (let call = 0; call < 30; call += 1) await process.runtime.secrets.sealingKeys(forged(call));
    secrets.rotateSealing();
    service.clock.advance(2_000);
    await challengeIsAnswered(started(), process, () => {});
  });
});

describe('what needs no sealing key', () => {
  test('reads none: a direct signature, a session, a call that anybody may make', async () => {
    const process = started();
    bodyOf(await process.get(`${pathOf(organization)}/balance`, organization));
    bodyOf(await process.get(`/organizations/${organization.organizationId}/members`, owner));
    bodyOf(await process.get('/openapi.json', owner));
    expect(secrets.reads).toBe(0);
  });
});

describe('an origin secret', () => {
  const read = (process: TestService, secret: string) =>
    process.get(`${pathOf(organization)}/balance`, organization, { headers: { 'x-origin-secret': secret } });

  test('is accepted as soon as the edge sends it, by processes that knew the one before', async () => {
    const stale = await warm({ isFronted: true });
    secrets.rotateOrigin();
    bodyOf(await read(stale, 'origin-2'));
    bodyOf(await read(stale, 'origin-1'));
  });

  test('is accepted while the edge still sends it, by processes that start after the rotation', async () => {
    secrets.rotateOrigin();
    const late = started({ isFronted: true });
    bodyOf(await read(late, 'origin-1'));
    bodyOf(await read(late, 'origin-2'));
  });

  test('ends with the second rotation', async () => {
    secrets.rotateOrigin();
    secrets.rotateOrigin();
    const late = started({ isFronted: true });
    expectError(await read(late, 'origin-1'), 'FORBIDDEN', { status: 403 });
    bodyOf(await read(late, 'origin-2'));
    bodyOf(await read(late, 'origin-3'));
  });
});
