import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { discoverOperations } from '../../../functions/discover.ts';
import { createOrganization } from '../../../shared/access/organizations/create-organization.ts';
import type { AnyOperation, OperationAnswer } from '../../../shared/contract/operation.ts';
import { performOperation } from '../../../shared/operations/perform-operation.ts';
import { auditRows } from '../../support/answers.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { newKeyPair } from '../../support/public-keys.ts';
import { TestService } from '../../support/service.ts';

const operations = (await discoverOperations()).map(({ declaration }): AnyOperation => declaration);
const organizations = ['stage', 'canary'] as const;

/** What operators may do to the organizations of the service itself. Whatever is not here is refused, new operations too. */
const allowed: Readonly<Record<(typeof organizations)[number], readonly string[]>> = {
  stage: ['check', 'confirm', 'show'],
  canary: ['check', 'confirm', 'resend', 'resume', 'show', 'suspend', 'unpark'],
};

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
  await performed(service, 'connections', { do: 'list' });
  await createOrganization(service.runtime, { organizationId: 'canary', name: 'Canary', mode: 'sandbox' });
});

/** Names of the fields of an operation's input, at every depth. */
function fieldsOf({ input }: AnyOperation): string[] {
  const names = new Set<string>();
  JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), (_key, value) => {
    for (const name of Object.keys((value as { properties?: object } | null)?.properties ?? {})) names.add(name);
    return value;
  });
  return [...names];
}

const aboutOrganizations = operations.filter((operation) => fieldsOf(operation).includes('organizationId'));

/** Performs an operation with all that it declares, but for the rest of its input and for what it does. */
function reach(operation: AnyOperation, organizationId: string): Promise<OperationAnswer> {
  const { idempotency: _, ...declared } = operation;
  const input = z.looseObject({ organizationId: z.string() });
  const probe = { ...declared, input, handle: async () => 'reached' };
  return performOperation(probe, { input: { organizationId } }, service.runtime, async () => 'ada');
}

describe('an operation', () => {
  test('that is about an organization names it in one way, so that none is left out here', () => {
    expect(aboutOrganizations.length).toBeGreaterThan(15);
    const otherwise = operations.flatMap((operation) =>
      fieldsOf(operation).filter((field) => /organization|orgid/i.test(field) && field !== 'organizationId'),
    );
    expect(otherwise).toEqual([]);
  });

  test.each(organizations)(
    'is about %s where that is declared, and refused everywhere else',
    async (organizationId) => {
      const answers = await Promise.all(
        aboutOrganizations.map(async (operation) => ({ operation, answer: await reach(operation, organizationId) })),
      );
      const reached = answers.filter(({ answer }) => 'result' in answer).map(({ operation }) => operation.name);
      expect(reached.sort()).toEqual(allowed[organizationId]);
      for (const { answer } of answers) if ('error' in answer) expectRefusal(answer, 'BAD_REQUEST');
    },
  );

  test('of a customer is let through, whatever it is', async () => {
    const { organizationId } = await service.organization('live');
    for (const operation of aboutOrganizations)
      expect(await reach(operation, organizationId), operation.name).toEqual({ result: 'reached' });
  });
});

describe('the organization of the stage', () => {
  const stage = { organizationId: 'stage' };
  const reason = 'nobody asked';
  const { publicKey } = newKeyPair();

  test.each<[string, object]>([
    ['resume', {}],
    ['members', { userId: 'eve', email: 'eve@example.com', role: 'owner', reason }],
    ['issue-api-key', { for: 'eve', name: 'key', publicKey, scopes: ['read'] }],
    ['connections', { do: 'use', connectionId: `conn_${'a'.repeat(25)}`, reason }],
  ])('is not changed by %s, and the attempt is audited', async (name, input) => {
    const before = await performed(service, 'show', stage);
    const answer = await perform(service, name, { ...stage, ...input });
    expectRefusal(answer, 'BAD_REQUEST');
    expect(answer.error.detail).toBe(`stage belongs to the service itself, so ${name} does not apply to it`);
    expect(await performed(service, 'show', stage)).toEqual(before);
    const refused = (await auditRows(service, stage)).filter(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject([{ actorUserId: 'operator:ada', errorType: 'BAD_REQUEST' }]);
  });
});
