import type { Corridor } from '../../ports/corridor.ts';
import type { Mode, Runtime } from '../../ports/runtime.ts';

/** Every corridor that a mode's payout rail serves; none where no adapter is configured. */
export function servedCorridors({ rails }: Pick<Runtime, 'rails'>, mode: Mode): readonly Corridor[] {
  return rails(mode)?.payouts.corridors() ?? [];
}
