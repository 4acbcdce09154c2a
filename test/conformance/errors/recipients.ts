import { expect } from 'vitest';
import { ScreeningUnavailable } from '../../../shared/ports/screening.ts';
import { addRecipient, fundedOrganization, recipientBody } from '../../support/journey.ts';
import { payer } from './payer.ts';
import type { ErrorRow } from './row.ts';

/** Why a payee is not registered. */
export const recipientRows: readonly ErrorRow[] = [
  {
    words: '`CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX` | 400 | test keys cannot pay crypto recipients | -',
    async scene(stage) {
      const of = await stage.service.organization();
      const sluice = stage.client(of);
      const body = recipientBody();
      return {
        of,
        calls: [() => sluice.createRecipient({ ...body, method: { ...body.method, kind: 'crypto' } })],
        check: async () => expect((await sluice.listRecipients()).data).toEqual([]),
      };
    },
  },
  {
    words:
      '`BENEFICIARY_EXTERNAL_ID_CONFLICT` | 409 | `externalId` names a recipient with other details | nothing moved / change first',
    async scene(stage) {
      const of = await fundedOrganization(stage.service);
      const { recipientId, methods } = await addRecipient(stage.service, of, { externalId: 'ana' });
      const sluice = stage.client(of);
      const create = (externalId: string) => () =>
        sluice.createRecipient(recipientBody({ externalId, serial: 1 }), { idempotencyKey: 'key' });
      return {
        of,
        calls: [create('ana')],
        extras: { existingRecipientId: recipientId, existingMethodId: methods[0].destinationAccountId },
        instead: create('ana-2'),
      };
    },
  },
  {
    words: '`BANK_ACCOUNT_ALREADY_LINKED` | 409 | account on another recipient | -',
    async scene(stage) {
      const { of, sluice, recipient, pay } = await payer(stage, { externalId: 'ana' });
      const [{ destinationAccountId }] = recipient.methods;
      return {
        of,
        calls: [() => sluice.createRecipient(recipientBody({ externalId: 'other' }))],
        extras: { existingRecipientId: recipient.recipientId, existingMethodId: destinationAccountId },
        instead: () => pay({ destinationAccountId }),
      };
    },
  },
  {
    words: '`PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE` | 503 | account not registered, nothing saved; retry same key | -',
    async scene(stage) {
      const of = await stage.service.organization();
      const sluice = stage.client(of);
      stage.ports = {
        screening: {
          screen: async ({ name }) => {
            if (name === 'Unscreened') throw new ScreeningUnavailable('the lists are old');
            return 'clear';
          },
        },
        registration: { sandbox: { register: async () => 'unavailable' } },
      };
      const create = (name: string, serial: number) => () =>
        sluice.createRecipient(recipientBody({ name, serial }), { idempotencyKey: name });
      return {
        of,
        calls: [create('Unscreened', 1), create('Unregistered', 2)],
        async clear() {
          expect((await sluice.listRecipients()).data).toEqual([]);
          stage.mend();
        },
      };
    },
  },
  {
    words:
      '`PAYOUT_REFUSED` | 422 | final refusal for this recipient; never says why; contact support with `requestId` | -',
    async scene(stage) {
      const { of, sluice, pay } = await payer(stage);
      const refused = recipientBody({ outcome: 'screening_refused', externalId: 'refused' });
      const other = recipientBody({ outcome: 'screening_refused', serial: 1 });
      await sluice.createRecipient(refused).catch(() => undefined);
      const { methods } = await sluice.createRecipient(refused);
      const destinationAccountId = methods[0]?.destinationAccountId ?? '';
      return {
        of,
        calls: [
          () => sluice.createRecipient(other),
          () => pay({ destinationAccountId }),
          () => sluice.createQuote({ amount: '100.00', destinationAccountId }),
        ],
        check(errors) {
          expect(new Set(errors.map(({ detail }) => detail))).toEqual(
            new Set(['payouts to this recipient are refused']),
          );
          for (const { resolution } of errors) expect(resolution).toContain('Contact support with requestId');
        },
      };
    },
  },
];
