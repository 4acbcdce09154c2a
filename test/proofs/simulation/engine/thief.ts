import type { Caller } from './caller.ts';
import type { HeldKey } from './key-pairs.ts';
import { thief } from './people.ts';

/** One admin with all that they have come by. Nobody else votes for what they ask for. */
export class Thief {
  readonly caller: Caller;
  /** Members who are the thief: whoever they invited. User ids. */
  readonly identities: string[] = [thief];
  /** Keys that they issued, or rotated to a pair of their own. */
  readonly keys: HeldKey[];
  /** What they asked for. */
  readonly approvalIds: string[] = [];

  constructor(caller: Caller) {
    this.caller = caller;
    this.keys = [caller.key];
  }
}
