import { expect } from 'vitest';
import { rateLimits } from '../../../shared/contract/rate-classes.ts';
import { ApiKeyEntity } from '../../../shared/identity/api-key.ts';
import { resume, suspend } from '../../shared/journal/commit/support.ts';
import { fundedOrganization, recipientBody } from '../../support/journey.ts';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

/** What every call is held to before it is looked at. */
export const requestRows: readonly ErrorRow[] = [
  {
    words:
      '`VALIDATION_ERROR` | 400 | fix fields named in `errors`; also unknown `type` filter, bad cursor `cursor: unrecognized` | nothing moved / change first',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage);
      return {
        of,
        calls: [
          () => pay({ amount: 'ten' }),
          () => sluice.listEvents({ type: ['payout.unheard'] as never }),
          () => sluice.listBalanceTransactions({ type: ['payout', 'unheard'] as never }),
          () => sluice.listOrders({ cursor: 'abc' }),
        ],
        check: (errors) => {
          expect(errors.map(({ errors: [fault] }) => fault?.path)).toEqual(['amount', 'type[0]', 'type[1]', 'cursor']);
          expect(errors.at(-1)?.detail).toBe('cursor: unrecognized');
        },
        instead: () => pay({ amount: '10.00' }),
      };
    },
  },
  {
    words: '`UNAUTHORIZED` | 401 | key missing, malformed, unknown, revoked | nothing moved / change first',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const revoked = await stage.service.key(of.organizationId);
      const revokedAt = stage.service.clock.now;
      await stage.service.runtime.store.put(ApiKeyEntity, { ...revoked.key, revokedAt });
      const clients = [
        stage.client(of, { alter: (headers) => headers.delete('x-api-key') }),
        stage.client(of, { alter: (headers) => headers.set('x-api-key', 'not a key') }),
        stage.client({ ...of, key: { ...of.key, id: 'akid_test_unknown' } }),
        stage.client({ ...of, ...revoked }),
      ];
      return { of, calls: clients.map((client) => () => pay({}, {}, client)), instead: pay };
    },
  },
  {
    words: '`FORBIDDEN` | 403 | key cannot access that organization or operation | nothing moved / change first',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const stranger = stage.client({ ...(await stage.service.organization()), organizationId: of.organizationId });
      return { of, calls: [() => pay({}, {}, stranger), () => stranger.getBalance()], instead: pay };
    },
  },
  {
    words: '`NOT_FOUND` | 404 | no such payout, recipient or product | nothing moved / change first',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage);
      const other = await payer(stage);
      const { payoutId, recipientId = '' } = await other.pay();
      const { productId } = await other.sluice.createProduct({ name: 'Mug', currency: 'USD', unitAmount: '12.50' });
      return {
        of,
        calls: [
          () => sluice.getOrder({ payoutId: 'po_unknown' }),
          () => sluice.getProduct({ productId: 'prd_unknown' }),
          // Another organization's are not there either.
          () => sluice.getOrder({ payoutId }),
          () => sluice.getRecipient({ recipientId }),
          () => sluice.getProduct({ productId }),
          () => sluice.createLink({ productId }),
          () => sluice.cancelPayout({ payoutId }),
          () => sluice.getPayoutFunding({ payoutId }),
        ],
        instead: async () => sluice.getOrder({ payoutId: (await pay()).payoutId }),
      };
    },
  },
  {
    words: '`ROUTE_NOT_FOUND` | 404 | no route matches | -',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const lost = stage.client(of, { baseUrl: `${stage.http.baseUrl}/nowhere` });
      return { of, calls: [() => lost.getBalance(), () => pay({}, {}, lost)], instead: pay };
    },
  },
  {
    words: '`RATE_LIMITED` | 429 | wait for `Retry-After` | nothing moved / same request',
    async scene(stage) {
      const of = await stage.service.organization();
      const sluice = stage.client(of);
      await Promise.all(Array.from({ length: rateLimits.standard }, () => sluice.getPolicy()));
      return {
        of,
        calls: [() => sluice.fundSandbox({ amount: '5.00' }, { idempotencyKey: 'funding' })],
        clear: ([error]) => stage.service.clock.advance((error?.retryAfterSeconds ?? 0) * 1000),
      };
    },
  },
  {
    words: '`ACCOUNT_BLOCKED` | 403 | organization suspended | nothing moved / do not retry',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage);
      const { runtime } = stage.service;
      const whileSuspended = (call: () => PromiseLike<unknown>) => async () => {
        await suspend(runtime, of.organizationId);
        try {
          return await call();
        } finally {
          await resume(runtime, of.organizationId);
        }
      };
      return { of, calls: [whileSuspended(pay), whileSuspended(() => sluice.getBalance())] };
    },
  },
  {
    words: '`LIVE_KEY_ORG_NOT_APPROVED` | 403 | live key wrote before business verification; GETs work | -',
    async scene(stage) {
      const of = await stage.service.organization('live');
      const sluice = stage.client(of);
      return {
        of,
        calls: [() => sluice.createRecipient(recipientBody()), () => sluice.cancelPayout({ payoutId: 'po_1' })],
        check: async () => expect((await sluice.listRecipients()).data).toEqual([]),
      };
    },
  },
  {
    words: '`INSUFFICIENT_SCOPE` | 403 | read-only key or missing `refunds` consent | nothing moved / change first',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const reader = stage.client({ ...of, ...(await stage.service.key(of.organizationId, { scopes: ['read'] })) });
      return { of, calls: [() => pay({}, {}, reader)], check: () => reader.getBalance(), instead: pay };
    },
  },
  {
    words: '`LIVE_MODE_UNSUPPORTED` | 400 | live key on a sandbox-only route | -',
    async scene(stage) {
      const of = await stage.service.organization('live');
      const test = stage.client(await fundedOrganization(stage.service));
      return {
        of,
        calls: [() => stage.client(of).fundSandbox({ amount: '5.00' })],
        instead: () => test.fundSandbox({ amount: '5.00' }),
      };
    },
  },
];
