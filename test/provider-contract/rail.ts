import { beforeEach, describe, expect, test } from 'vitest';
import { checkRecipientDetails } from '../../shared/corridors/catalog/recipient-details.ts';
import { parseRate } from '../../shared/ground/money/rate.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import type { Store } from '../../shared/ground/table/store.ts';
import { checkRailPage } from '../../shared/ports/check-rail-page.ts';
import { checkRailStatus } from '../../shared/ports/check-rail-status.ts';
import type { PayoutInstruction, PayoutRail, RailRecord } from '../../shared/ports/payout-rail.ts';
import { createTestTable } from '../support/dynamodb.ts';

const start = Date.UTC(2026, 0, 5);
const minuteMs = 60_000;

/** A rail with what a test has to know of its bank. */
export interface RailUnderTest {
  /** The rail as one process has it. Called again it is another process, with the same bank and memory. */
  readonly open: () => PayoutRail;
  /** How often the bank has paid a key. */
  readonly paymentsOf: (key: string) => Promise<number>;
  /**
   * Makes the bank fall silent in the next call that sends, before it receives it or after. Absent on a rail that sends nothing over a
   * network.
   */
  readonly silence?: (when: 'before' | 'after') => void;
  /** From when on the bank lists nothing that is new, so that its list proves nothing. */
  readonly stopListing?: (atMs: number) => void;
}

/**
 * What every payout rail must hold: repeats, silence, late and doubled answers, unknown outcomes. Each of them would otherwise pay somebody
 * twice, or nobody.
 */
export function holdsAsRail(name: string, make: (memory: Store, clock: () => number) => RailUnderTest): void {
  describe(`the rail of ${name}`, () => {
    let memory: Store;
    let now: number;
    let under: RailUnderTest;
    let rail: PayoutRail;

    beforeEach(async () => {
      now = start;
      memory = createStore(await createTestTable());
      under = make(memory, () => now);
      rail = under.open();
    });

    const submit = async (instruction: PayoutInstruction, by = rail) =>
      checkRailStatus(await by.submit(instruction, now));
    const status = async (instruction: PayoutInstruction, by = rail) =>
      checkRailStatus(await by.status(instruction, now));

    function instruction(key = 'po_1', change: Partial<PayoutInstruction> = {}): PayoutInstruction {
      const [corridor] = rail.corridors();
      if (!corridor) throw new Error('the rail has no corridor');
      return {
        key,
        corridorId: corridor.corridorId,
        destinationAmount: 92_00n,
        destinationCurrency: corridor.currency,
        recipientName: 'Ana Souza',
        recipientDetails: Object.fromEntries(corridor.recipientFields.map((field) => [field.name, field.example])),
        acceptedAt: start,
        organizationId: 'org_1',
        memo: `memo of ${key}`,
        ...change,
      };
    }

    async function list(sinceMs = 0): Promise<RailRecord[]> {
      const records: RailRecord[] = [];
      for (let page: string | undefined, pages = 0; pages < 1_000; pages += 1) {
        const found = checkRailPage(await rail.since(sinceMs, now, page));
        records.push(...found.records);
        page = found.next;
        if (page === undefined) return records;
      }
      throw new Error('the pages do not end');
    }

    test('has corridors whose examples are valid, each once, with a price and reasons for payments', async () => {
      const corridors = rail.corridors();
      expect(corridors).not.toEqual([]);
      expect(new Set(corridors.map(({ corridorId }) => corridorId)).size).toBe(corridors.length);
      for (const corridor of corridors) {
        const required = corridor.recipientFields.filter((field) => field.required);
        const examples = Object.fromEntries(required.map((field) => [field.name, field.example]));
        expect(checkRecipientDetails(corridor, examples), corridor.corridorId).toEqual({ details: examples });
        const { rate, fee } = await rail.price(corridor);
        expect(parseRate(rate, corridor.sourceCurrency, corridor.currency), corridor.corridorId).toBeDefined();
        expect(fee).toBeGreaterThanOrEqual(0n);
        expect(rail.paymentReasons(corridor.currency)?.length).toBeGreaterThan(0);
      }
      expect(rail.rememberKeysForMs).toBeGreaterThan(0);
    });

    test('pays a key once, however often, from however many processes and however late it comes', async () => {
      await submit(instruction());
      for (const wait of [0, minuteMs, 24 * 60 * minuteMs]) {
        now += wait;
        await submit(instruction());
        await submit(instruction(), under.open());
        expect((await status(instruction())).status).not.toBe('unknown');
      }
      expect(await under.paymentsOf('po_1')).toBe(1);
    });

    test('pays a key once when two processes send it at once', async () => {
      const [one, other] = [under.open(), under.open()];
      await Promise.allSettled([submit(instruction(), one), submit(instruction(), other)]);
      await Promise.allSettled([submit(instruction(), one), status(instruction(), other)]);
      expect(await under.paymentsOf('po_1')).toBe(1);
    });

    test('throws for a key that was sent with another payee or amount, and pays nothing more', async () => {
      await submit(instruction());
      const details = Object.entries(instruction().recipientDetails).map(([field, text]) => [field, `${text}0`]);
      for (const change of [
        { destinationAmount: 93_00n },
        { recipientName: 'Bela Souza' },
        { recipientDetails: Object.fromEntries(details) },
      ]) {
        await expect(rail.submit(instruction('po_1', change), now)).rejects.toThrow();
        await expect(rail.status(instruction('po_1', change), now)).rejects.toThrow();
      }
      expect(await under.paymentsOf('po_1')).toBe(1);
    });

    test('asked for a key that it was not sent, it does not pay it twice', async () => {
      await status(instruction('po_2'));
      await submit(instruction('po_2'));
      expect(await under.paymentsOf('po_2')).toBe(1);
    });

    test('lists all that it was sent since a time, with its memo and organization, page by page', async () => {
      const keys = Array.from({ length: 30 }, (_, index) => `po_${index}`);
      for (const key of keys) await submit(instruction(key));
      now += minuteMs;
      await submit(instruction('po_late', { organizationId: 'org_2' }));
      const records = await list();
      expect(new Set(records.map(({ key }) => key))).toEqual(new Set([...keys, 'po_late']));
      for (const { key, memo } of records) expect(memo).toBe(`memo of ${key}`);
      expect(await list(now)).toMatchObject([{ key: 'po_late', organizationId: 'org_2', receivedAt: now }]);
    });

    // A rail without a network has no such tests, which has to be known before any of them.
    const { silence, stopListing } = make({} as Store, () => start);
    if (!silence) return;

    describe('whose bank falls silent', () => {
      const fallSilent = async (when: 'before' | 'after') => {
        under.silence?.(when);
        await expect(rail.submit(instruction(), now)).rejects.toThrow();
      };

      test.each(['before', 'after'] as const)('%s it was sent a payout, pays it once all the same', async (when) => {
        await fallSilent(when);
        for (let claim = 0; claim < 5; claim += 1) {
          now += minuteMs;
          if ((await status(instruction(), under.open())).status === 'unknown') {
            await submit(instruction(), under.open()).catch(() => undefined);
          }
        }
        expect(await under.paymentsOf('po_1')).toBe(1);
        expect((await status(instruction())).status).not.toBe('unknown');
      });

      test('has what was perhaps sent on record', async () => {
        await fallSilent('before');
        expect(await list()).toMatchObject([{ key: 'po_1', memo: 'memo of po_1', news: { status: 'pending' } }]);
      });

      test('and whose call may still be under way, is sent nothing again', async () => {
        await fallSilent('before');
        now += 1_000;
        expect(await status(instruction())).toEqual({ status: 'unknown', perhapsSent: true });
        expect(await submit(instruction())).toEqual({ status: 'unknown', perhapsSent: true });
        expect(await under.paymentsOf('po_1')).toBe(0);
      });

      if (stopListing) {
        test('and whose list proves nothing, is sent it again at the word of an operator alone', async () => {
          under.stopListing?.(now);
          await fallSilent('before');
          now += 60 * minuteMs;
          expect(await submit(instruction())).toEqual({ status: 'unknown', perhapsSent: true });
          expect(await under.paymentsOf('po_1')).toBe(0);
          expect((await submit(instruction('po_1', { resend: true }))).status).not.toBe('unknown');
          expect(await under.paymentsOf('po_1')).toBe(1);
        });
      }

      test('and has forgotten the key since, is sent nothing again', async () => {
        await fallSilent('before');
        now += 40 * 24 * 60 * minuteMs;
        expect(await submit(instruction())).toEqual({ status: 'unknown', perhapsSent: true });
        expect(await under.paymentsOf('po_1')).toBe(0);
      });

      test('of two processes that send again at once, one does', async () => {
        await fallSilent('before');
        now += 5 * minuteMs;
        await Promise.allSettled([submit(instruction(), under.open()), submit(instruction(), under.open())]);
        expect(await under.paymentsOf('po_1')).toBe(1);
      });
    });
  });
}
