import type { RefundCall } from '../../ports/card-acquirer.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { Processor } from '../../ports/processor.ts';
import type { Capability, Mode, Runtime, WorkerRuntime } from '../../ports/runtime.ts';

// The parts of a method that depend on links and payments, which in turn depend on the method's `PaymentMethod`. Each
// part has its own file, `methods/<kind>/payments/{due,intents,refunds}.ts`, so that a function bundles only what it
// uses.

/** A method's due work of the kind `checkout`. */
export interface MethodDue<Used extends Capability> {
  readonly uses: readonly Used[];
  /** Functions that do the due work that a hint names, by the prefix of the method's resource ids. */
  readonly advances: Readonly<Record<string, (runtime: WorkerRuntime<Used>, hint: Hint) => Promise<void>>>;
}

/** Keeps the capabilities of a method's due work in its type. */
export function methodDue<const Used extends Capability>(due: MethodDue<Used>): MethodDue<Used> {
  return due;
}

/** How a method's payments are refunded. */
export interface MethodRefunds {
  readonly kind: string;
  /** The name of the method's refund intents. Stored with each requested refund, so it never changes. */
  readonly name: string;
  /** @throws Error if the mode has no such processor, in which case nothing is committed */
  processor(runtime: Runtime<'cards'>, mode: Mode): Processor<RefundCall, AcceptedRefund>;
  /** The work that finds out the outcome of an accepted refund. Absent if accepted refunds are final. */
  readonly followUp?: (payment: { readonly organizationId: string; readonly paymentId: string }) => {
    readonly organizationId: string;
    readonly kind: 'checkout';
    readonly resourceId: string;
  };
}

/** A processor's report about a refund that it accepted. */
export interface AcceptedRefund {
  readonly externalId: string;
  readonly status: 'pending' | 'succeeded';
}
