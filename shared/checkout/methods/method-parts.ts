import type { RefundCall } from '../../ports/card-acquirer.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { Processor } from '../../ports/processor.ts';
import type { Capability, Mode, Runtime, WorkerRuntime } from '../../ports/runtime.ts';

// What a method does above links and payments, which are made from its `PaymentMethod`. Each part is a file of its own,
// `methods/<kind>/payments/{due,intents,refunds}.ts`, so that a function carries those that it uses.

/** A method's due work of the kind `checkout`. */
export interface MethodDue<Used extends Capability> {
  readonly uses: readonly Used[];
  /** Does the work that a hint names, if it is due, by what the ids of the method's resources begin with. */
  readonly advances: Readonly<Record<string, (runtime: WorkerRuntime<Used>, hint: Hint) => Promise<void>>>;
}

/** Keeps the capabilities of a method's due work. */
export function methodDue<const Used extends Capability>(due: MethodDue<Used>): MethodDue<Used> {
  return due;
}

/** How a method's payments are refunded. */
export interface MethodRefunds {
  readonly kind: string;
  /** Of its intents: stored with each refund that is asked for, so it never changes. */
  readonly name: string;
  /** @throws Error when the mode has no such processor: then nothing is committed */
  processor(runtime: Runtime<'cards'>, mode: Mode): Processor<RefundCall, AcceptedRefund>;
  /** Names the work that finds out what becomes of an accepted refund. Absent where accepted refunds are final. */
  readonly followUp?: (payment: { readonly organizationId: string; readonly paymentId: string }) => {
    readonly organizationId: string;
    readonly kind: 'checkout';
    readonly resourceId: string;
  };
}

/** What a processor says of a refund that it accepted. */
export interface AcceptedRefund {
  readonly externalId: string;
  readonly status: 'pending' | 'succeeded';
}
