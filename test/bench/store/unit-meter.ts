import type { Units } from '../../memory-table/capacity.ts';
import type { MemoryTable } from '../../memory-table/memory-table.ts';
import type { Intercept } from './intercept.ts';

/** Adds up the request units of the calls that it sees, while no others are under way on the table. */
export function createUnitMeter(table: MemoryTable): {
  readonly intercept: Intercept;
  /** What was consumed since the last time. */
  take(): Units;
} {
  let consumed: Units = { read: 0, write: 0 };
  let before: Units = consumed;
  let underWay = 0;
  return {
    async intercept(_call, send) {
      if (underWay === 0) before = { ...table.units };
      underWay += 1;
      try {
        return await send();
      } finally {
        underWay -= 1;
        if (underWay === 0) {
          consumed.read += table.units.read - before.read;
          consumed.write += table.units.write - before.write;
        }
      }
    },
    take() {
      const taken = consumed;
      consumed = { read: 0, write: 0 };
      return taken;
    },
  };
}
