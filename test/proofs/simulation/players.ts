import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** A story to play. */
export interface Request {
  readonly seed: number;
  /** Name of a deliberate fault. */
  readonly deliberate?: string | undefined;
}

/** What came of it. */
export interface Played {
  readonly seed: number;
  readonly commands: number;
  /** Sentences; empty when all is well. */
  readonly violations: readonly string[];
}

/** What a process is told. */
export interface Task extends Request {
  /** Whether the table's peers answer every call, too. */
  readonly isRefereed: boolean;
  /** Where DynamoDB Local is one of them. */
  readonly endpoint?: string | undefined;
}

/** In one story of so many the table is held against its peers, call by call. */
const refereedEvery = 100;

const script = join(import.meta.dirname, 'player.ts');

/** Processes that play stories: one a core, as a story keeps one busy. They end with the process that started them. */
export class Players {
  readonly count: number;
  readonly #endpoint: string | undefined;
  readonly #free: ChildProcess[];
  readonly #all: readonly ChildProcess[];

  /** @param endpoint of DynamoDB Local, where it is to be a referee beside the table in SQLite */
  constructor(endpoint?: string, count = availableParallelism()) {
    this.count = count;
    this.#endpoint = endpoint;
    this.#all = Array.from({ length: count }, () => fork(script, { execArgv: [], serialization: 'advanced' }));
    this.#free = [...this.#all];
  }

  /** Plays a story, at most `count` at once. @throws Error when the process that plays it ends */
  async play(request: Request): Promise<Played> {
    const player = this.#free.pop();
    if (!player) throw new Error('there are no more players than cores');
    const isRefereed = request.seed % refereedEvery === 0 && request.deliberate === undefined;
    const task: Task = { ...request, isRefereed, endpoint: this.#endpoint };
    player.send(task);
    const ended = new AbortController();
    const [played] = await Promise.race([
      once(player, 'message', { signal: ended.signal }),
      once(player, 'exit', { signal: ended.signal }).then(() => {
        throw new Error(`the process that played seed ${request.seed} ended`);
      }),
    ]).finally(() => ended.abort());
    this.#free.push(player);
    return played as Played;
  }

  async stop(): Promise<void> {
    const running = this.#all.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const over = running.map((player) => once(player, 'exit'));
    for (const player of running) player.disconnect();
    await Promise.all(over);
  }
}
