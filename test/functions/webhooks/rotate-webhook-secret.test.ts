import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { unseal } from '../../../shared/ground/signatures/seal.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { bodyOf } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import { listed, organizationOfWebhooks, registered, rotate, storedEndpoint, type Webhooks } from './support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let webhooks: Webhooks;
let id: string;
let first: string;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1);
  webhooks = await organizationOfWebhooks(service);
  ({ id, secret: first } = await registered(service, webhooks));
});

const at = (ms: number) => new Date(ms).toISOString();

/** What is kept, opened: the secret, then the previous ones with the end of each. */
async function kept() {
  const sealingKeys = await service.runtime.secrets.sealingKeys();
  const { secret, previousSecrets = [] } = await storedEndpoint(service, webhooks, id);
  const open = (sealed: string) => unseal(sealingKeys, 'webhook-secret', sealed, id);
  return [open(secret), ...previousSecrets.map((one) => [open(one.secret), one.validUntil])];
}

test(
  'a rotation answers a new secret, and the one before signs for a day more',
  quotes({
    'Resources and their fields > Webhook endpoint and delivery':
      'and at each rotation), `previousValidUntil` (on rotation).',
  }),
  async () => {
    const answer = bodyOf(await rotate(service, webhooks, id));
    const [endpoint] = await listed(service, webhooks);
    const until = service.clock.now + DAY_MS;
    expect(answer).toEqual({
      ...endpoint,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previousValidUntil: at(until),
    });
    expect(answer.secret).not.toBe(first);
    expect(await kept()).toEqual([answer.secret, [first, until]]);
  },
);

test('at most three previous secrets sign; the refusal says when the oldest ends', async () => {
  const oldestEnd = service.clock.now + DAY_MS;
  for (let count = 0; count < 3; count += 1) {
    bodyOf(await rotate(service, webhooks, id));
    service.clock.advance(1_000);
  }
  const refused = await rotate(service, webhooks, id);
  expectError(refused, 'BAD_REQUEST');
  expect(refused.body.detail).toContain(at(oldestEnd));
  service.clock.now = oldestEnd;
  bodyOf(await rotate(service, webhooks, id));
  expect(await kept()).toHaveLength(4);
});

test('what no longer signs is forgotten', async () => {
  bodyOf(await rotate(service, webhooks, id));
  service.clock.advance(DAY_MS);
  bodyOf(await rotate(service, webhooks, id));
  expect(JSON.stringify(await kept())).not.toContain(first);
});

test('two at once come one after the other, and every secret that was shown signs', async () => {
  const answers = await Promise.all([rotate(service, webhooks, id), rotate(service, webhooks, id)]);
  const shown = answers.map((answer) => bodyOf(answer).secret);
  const secrets = (await kept()).map((one) => (Array.isArray(one) ? one[0] : one));
  expect(new Set(secrets)).toEqual(new Set([...shown, first]));
});

test('a rotation that is sent again answers the same secret, which nothing stores in the clear, and rotates nothing', async () => {
  const path = `${webhooks.path}/${id}/rotate-secret`;
  const options = { idempotencyKey: randomUUID() };
  const answer = await service.call('POST', path, webhooks.operator, options);
  expect(await service.call('POST', path, webhooks.operator, options)).toMatchObject({
    status: 200,
    text: answer.text,
  });
  expect(await kept()).toHaveLength(2);
  const secret: string = answer.body.secret;
  expect(JSON.stringify(await storedItems(service))).not.toContain(secret.slice('whsec_'.length));
});
