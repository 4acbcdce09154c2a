import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Discovered } from '../../functions/discover.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import { type DueKind, dueKinds } from '../../shared/ports/due-kinds.ts';
import { raiseFunctionAlarms } from '../constructs/alarms/function-alarms.ts';
import type { ArchiveBucket } from '../constructs/archive/archive-bucket.ts';
import { ArchiveWorker } from '../constructs/archive/archive-worker.ts';
import { together } from '../constructs/capabilities/grant-capabilities.ts';
import { DueQueue } from '../constructs/due-queue.ts';
import { FeedBus } from '../constructs/feed-bus.ts';
import { QueueWorker } from '../constructs/queue-worker.ts';
import { ScheduledWorker } from '../constructs/scheduled-worker.ts';
import { StreamWorker } from '../constructs/stream-worker.ts';
import type { CodeOf } from '../function-code.ts';
import { pascalCase } from '../names.ts';
import type { Settings } from '../settings.ts';
import type { FoundationStack } from './foundation-stack.ts';

export interface WorkersStackProps extends StackProps {
  readonly settings: Settings;
  readonly workers: readonly Discovered<Worker>[];
  readonly codeOf: CodeOf;
  readonly foundation: FoundationStack;
  /** Undefined if the stage archives no changes; their worker is then omitted. */
  readonly archive: ArchiveBucket | undefined;
}

const workerOf = { 'table-stream': StreamWorker, queue: QueueWorker, schedule: ScheduledWorker } as const;

/** The queues of due work, and every worker. */
export class WorkersStack extends Stack {
  readonly queues: ReadonlyMap<DueKind, DueQueue>;

  constructor(scope: Construct, id: string, props: WorkersStackProps) {
    super(scope, id, props);
    const { settings, foundation, workers, archive } = props;
    this.queues = new Map(dueKinds.map((kind) => [kind, this.queue(kind, props)]));
    const bus = settings.eventBus ? new FeedBus(this, 'Feed', { settings }) : undefined;
    const nothing = { resources: {}, facts: {} };
    const parts = together(foundation.parts, bus?.parts ?? nothing, archive?.parts ?? nothing);
    const functions = workers.flatMap(({ file, declaration }) => {
      const common = {
        settings,
        worker: declaration,
        code: props.codeOf(file),
        table: foundation.table,
        parts,
        queues: this.queues,
        alarms: foundation.alarms,
        bus,
      };
      const { type } = declaration.trigger;
      const id = pascalCase(declaration.name);
      if (type !== 'table-changes') return new workerOf[type](this, id, common).function;
      return archive ? new ArchiveWorker(this, id, common).function : [];
    });
    raiseFunctionAlarms(this, foundation.alarms, 'workers', functions);
  }

  private queue(kind: DueKind, { workers, foundation }: WorkersStackProps): DueQueue {
    const readers = workers
      .map(({ declaration }) => declaration)
      .filter(({ trigger }) => trigger.type === 'queue' && trigger.kind === kind);
    const [reader, ...others] = readers;
    if (!reader || others.length > 0) {
      throw new Error(`The queue of kind ${kind} needs one worker; functions/ declares ${readers.length}.`);
    }
    return new DueQueue(this, `${pascalCase(kind)}Queue`, {
      kind,
      alarms: foundation.alarms,
      workerTimeoutSeconds: reader.timeoutSeconds,
    });
  }
}
