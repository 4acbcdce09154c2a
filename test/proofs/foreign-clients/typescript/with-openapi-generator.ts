import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Configuration, DepositsApi, SandboxApi } from './openapi-generator/index.js';
import { signingFetch } from './signing-fetch.js';

// Uses the client that openapi-generator has generated: a signed write, and a signed read of what it made.
const orgId = process.env.SLUICE_ORGANIZATION_ID ?? '';
const configuration = new Configuration({ basePath: process.env.SLUICE_BASE_URL ?? '', fetchApi: signingFetch });
const made = await new SandboxApi(configuration).fundSandbox({
  orgId,
  fundSandbox: { amount: '12.50' },
  idempotencyKey: randomUUID(),
});
assert.equal(made.amount, '12.50');
const found = await new DepositsApi(configuration).getDeposit({ orgId, depositId: made.depositId });
assert.deepEqual([found.depositId, found.amount], [made.depositId, '12.50']);
