import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript.d.ts';
import { signingFetch } from './signing-fetch.js';

// Uses the types that openapi-typescript has generated: a signed write, and a signed read of what it made.
const orgId = process.env.SLUICE_ORGANIZATION_ID ?? '';
const client = createClient<paths>({ baseUrl: process.env.SLUICE_BASE_URL ?? '', fetch: signingFetch });
const made = await client.POST('/payments/organizations/{orgId}/sandbox/fund', {
  params: { path: { orgId }, header: { 'Idempotency-Key': randomUUID() } },
  body: { amount: '12.50' },
});
// 202 is a success, too: the challenge of a call that was not signed.
assert.ok(made.data && 'depositId' in made.data, JSON.stringify(made));
const { depositId, amount } = made.data;
assert.equal(amount, '12.50');
const found = await client.GET('/payments/organizations/{orgId}/deposits/{depositId}', {
  params: { path: { orgId, depositId } },
});
assert.ok(found.data && 'depositId' in found.data, JSON.stringify(found));
assert.deepEqual([found.data.depositId, found.data.amount], [depositId, amount]);
