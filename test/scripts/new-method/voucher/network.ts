import type { AcceptedRefund } from '../../../../shared/checkout/methods/method-parts.ts';
import type { RefundCall } from '../../../../shared/ports/card-acquirer.ts';
import type { Processor, ProcessorFinding } from '../../../../shared/ports/processor.ts';

/** The network of kiosks, which a test tells what happens there. */
export class KioskNetwork {
  /** Minor units that were paid, by code. */
  readonly paid = new Map<string, bigint>();
  /** Every refund that it made, by key. */
  readonly refunded = new Map<string, RefundCall>();
  /** How often it was asked to make one. */
  calls = 0;
  /** It makes refunds, and its answers are lost. */
  isSilent = false;

  readonly refunds: Processor<RefundCall, AcceptedRefund> = {
    rememberKeysForMs: 12 * 60 * 60 * 1000,
    call: async (key, call) => {
      this.calls += 1;
      this.refunded.set(key, this.refunded.get(key) ?? call);
      if (this.isSilent) throw new Error('the kiosks do not answer');
      return this.#made(key);
    },
    find: async (key): Promise<ProcessorFinding<AcceptedRefund>> =>
      this.refunded.has(key) ? this.#made(key) : { outcome: 'absent' },
  };

  #made(key: string) {
    return { outcome: 'done', result: { externalId: `kiosk_${key}`, status: 'succeeded' } } as const;
  }
}

export const network = new KioskNetwork();
