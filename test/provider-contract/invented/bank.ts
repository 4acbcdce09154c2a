import { clabe } from '../../../shared/corridors/catalog/fields/mexican.ts';
import type { Store } from '../../../shared/ground/table/store.ts';
import type { Corridor } from '../../../shared/ports/corridor.ts';
import { type PayoutInstruction, RailUnavailable } from '../../../shared/ports/payout-rail.ts';
import { type Bank, recordedRail } from '../../../shared/providers/records/recorded-rail.ts';
import type { RailUnderTest } from '../rail.ts';

export const inventedCorridors: readonly Corridor[] = [
  {
    corridorId: 'mxn_mx_clabe',
    country: 'MX',
    sourceCurrency: 'USD',
    currency: 'MXN',
    methodKind: 'fiat',
    minimum: 1_00n,
    maximum: 10_000_00n,
    fee: 30n,
    capabilities: { exactOutput: true, indicativePricing: true },
    recipientFields: [clabe],
    accountField: 'clabe',
  },
];

/** A bank that nobody has: it forgets keys after ten days, and can fall silent. */
export class InventedBank {
  readonly payments = new Map<string, number>();
  silence: 'before' | 'after' | undefined;
  /** Its list holds nothing that came later. */
  listsUntil = Number.POSITIVE_INFINITY;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Pays each call: that a key pays once is for the rail to see to, after the ten days. */
  async send({ key }: PayoutInstruction) {
    const silence = this.silence;
    this.silence = undefined;
    if (silence === 'before') throw new RailUnavailable('no answer');
    this.payments.set(key, (this.payments.get(key) ?? 0) + 1);
    if (silence === 'after') throw new RailUnavailable('no answer');
    return this.#paid();
  }

  async find(key: string) {
    if (this.payments.has(key)) return this.#paid();
    return { status: 'unknown' as const, complete: { from: 0, until: Math.min(this.#clock(), this.listsUntil) } };
  }

  #paid() {
    return { status: 'processing' as const, recheckInMs: 1_000 };
  }
}

/** @param clock what time the bank has */
export function inventedRail(memory: Store, clock: () => number): RailUnderTest {
  const api = new InventedBank(clock);
  const bank: Bank = {
    rememberKeysForMs: 10 * 24 * 60 * 60_000,
    corridors: () => inventedCorridors,
    price: async () => ({ rate: '18.5', fee: 30n }),
    paymentReasons: () => [{ id: 'rent', label: 'Rent' }],
    send: (instruction) => api.send(instruction),
    find: (key) => api.find(key),
  };
  return {
    open: () => recordedRail('invented', bank, memory),
    paymentsOf: async (key) => api.payments.get(key) ?? 0,
    silence: (when) => {
      api.silence = when;
    },
    stopListing: (atMs) => {
      api.listsUntil = atMs;
    },
  };
}
