import type { BatchFigures } from './sections/batches/batches.ts';
import type { CheckoutFigures } from './sections/checkout/checkout.ts';
import type { BundleFigures, FunctionFigures } from './sections/functions.ts';
import type { FundingFigures } from './sections/funding/funding.ts';
import type { CellFigures } from './sections/modelled/cell-figures.ts';
import type { OneMachineFigures } from './sections/one-machine/one-machine.ts';
import type { OperationFigures } from './sections/operations.ts';
import type { PageFigures } from './sections/pages.ts';
import type { PayoutLinkFigures } from './sections/payout-links/payout-links.ts';
import type { PeerFigures } from './sections/peer.ts';
import type { ScreeningFigures } from './sections/screening/screening.ts';
import type { SweepFigures } from './sections/sweep/sweep.ts';
import type { ThroughputFigures } from './sections/throughput.ts';
import type { ArrivalsFigures } from './sections/webhooks/arrival.ts';
import type { BurstFigures } from './sections/webhooks/burst.ts';
import type { DeadDayFigures } from './sections/webhooks/dead-day.ts';
import type { WebhookUnits } from './sections/webhooks/units.ts';

/** What `--json` writes: each section that was measured. */
export interface Figures extends Measured {
  readonly bars: readonly (Bar & { readonly verdict: Verdict })[];
}

export interface Measured {
  readonly operations?: Readonly<Record<string, OperationFigures>>;
  readonly pages?: Readonly<Record<string, PageFigures>>;
  /** The last one of an operation is the run that has to hold out. */
  readonly throughput?: readonly ThroughputFigures[];
  readonly modelled?: readonly CellFigures[];
  readonly peer?: readonly PeerFigures[];
  readonly functions?: Readonly<Record<string, FunctionFigures>>;
  /** The SDK's client alone: what `ratioToClient` is relative to. */
  readonly client?: BundleFigures['client'];
  readonly oneMachine?: OneMachineFigures;
  readonly batches?: BatchFigures;
  readonly checkout?: CheckoutFigures;
  readonly payoutLinks?: PayoutLinkFigures;
  readonly funding?: FundingFigures;
  readonly sweep?: SweepFigures;
  readonly webhooks?: WebhookFigures;
  readonly screening?: ScreeningFigures;
}

export type Verdict = 'held' | 'missed' | 'not judged at this size';

export interface WebhookFigures {
  readonly arrivals: ArrivalsFigures;
  readonly burst: BurstFigures;
  readonly units: WebhookUnits;
  readonly deadDay: DeadDayFigures;
}

export interface Bar {
  readonly name: string;
  readonly required: string;
  readonly measured: string;
  readonly unit: string;
  readonly met: boolean;
  /** Says nothing of the smaller sizes of `--quick`. */
  readonly ofFullSize?: boolean;
}
