import { expect } from 'vitest';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

const section = 'Authentication > Authentication errors';

/** Signatures and keys. */
export const authenticationRows: readonly ErrorRow[] = [
  {
    section,
    words: '`SIGNATURE_REQUIRED` | signature headers missing',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const clients = ['x-svc-signature', 'x-svc-timestamp', 'x-svc-nonce'].map((name) =>
        stage.client(of, { alter: (headers) => headers.delete(name) }),
      );
      return { of, calls: clients.map((client) => () => pay({}, {}, client)), instead: pay };
    },
  },
  {
    section,
    words: '`SIGNATURE_INVALID` | signature does not match this request',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const { privateKey } = await stage.service.key(of.organizationId);
      const clients = [
        stage.client({ ...of, privateKey }),
        stage.client(of, { alter: (headers) => headers.set('idempotency-key', 'another') }),
        stage.client(of, { alter: (headers) => headers.set('x-svc-nonce', 'another') }),
      ];
      return { of, calls: clients.map((client) => () => pay({}, {}, client)), instead: pay };
    },
  },
  {
    section,
    words: '`SIGNATURE_REPLAYED` | already received; nothing ran twice',
    async scene(stage) {
      const { of, sluice, pay, reference } = await payer(stage);
      let sent: [string, string][] = [];
      const keep = (headers: Headers) => {
        sent = [...headers];
      };
      const repeat = (headers: Headers) => {
        for (const [name, value] of sent) headers.set(name, value);
      };
      await pay({}, {}, stage.client(of, { alter: keep }));
      return {
        of,
        calls: [() => pay({}, {}, stage.client(of, { alter: repeat }))],
        check: async () => expect((await sluice.listOrders({ reference })).data).toHaveLength(1),
      };
    },
  },
  {
    section,
    words: '`SIGNATURE_TIMESTAMP_SKEW` | clock more than 5 minutes off',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const { clock } = stage.service;
      const clients = [-301_000, 301_000].map((skew) => stage.client(of, { clock: () => clock.now + skew }));
      return { of, calls: clients.map((client) => () => pay({}, {}, client)), instead: pay };
    },
  },
  {
    section,
    words: '`KEY_EXPIRED` | 401; issue a new key',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const { clock } = stage.service;
      const expiring = await stage.service.key(of.organizationId, { expiresAt: clock.now + 1 });
      const client = stage.client({ ...of, ...expiring });
      await client.getBalance();
      clock.advance(1);
      return { of, calls: [() => pay({}, {}, client), () => client.getBalance()], instead: pay };
    },
  },
  {
    section,
    words: '`KEY_IP_NOT_ALLOWED` | 401; key pinned to other addresses',
    async scene(stage) {
      const { of, pay } = await payer(stage);
      const pinnedTo = async (address: string) =>
        stage.client({ ...of, ...(await stage.service.key(of.organizationId, { allowedIps: [address] })) });
      const [elsewhere, here] = [await pinnedTo('198.51.100.0/24'), await pinnedTo('127.0.0.1')];
      return { of, calls: [() => pay({}, {}, elsewhere)], instead: () => pay({}, {}, here) };
    },
  },
];
