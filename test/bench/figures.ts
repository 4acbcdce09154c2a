import type { BundleFigures, FunctionFigures } from './sections/functions.ts';
import type { OperationFigures } from './sections/operations.ts';
import type { PageFigures } from './sections/pages.ts';
import type { PeerFigures } from './sections/peer.ts';
import type { ThroughputFigures } from './sections/throughput.ts';

/** What `--json` writes. */
export interface Figures {
  readonly operations: Readonly<Record<string, OperationFigures>>;
  readonly pages: Readonly<Record<string, PageFigures>>;
  /** The last one of an operation is the run that has to hold out. */
  readonly throughput: readonly ThroughputFigures[];
  readonly peer: readonly PeerFigures[];
  readonly functions: Readonly<Record<string, FunctionFigures>>;
  /** The SDK's client alone: what `ratioToClient` is relative to. */
  readonly client: BundleFigures['client'];
  readonly startMs: number;
  readonly rssMb: number;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly name: string;
  readonly required: string;
  readonly measured: string;
  readonly met: boolean;
}
