import type { Mode, Rails, WholeRuntime } from '../ports/runtime.ts';
import type { LambdaPlace } from '../ports/wiring/capability.ts';
import type { UsedProvider } from '../ports/wiring/provider.ts';

/** The ports of each mode, of the providers that serve it. A mode without a rail has none: its organizations have no corridor. */
export function composeRails(used: readonly UsedProvider[], place: LambdaPlace): WholeRuntime['rails'] {
  const modes = { live: railsOf('live', used, place), sandbox: railsOf('sandbox', used, place) };
  return (mode) => modes[mode];
}

function railsOf(mode: Mode, used: readonly UsedProvider[], place: LambdaPlace): Rails | undefined {
  const serving = used.filter((provider) => provider.mode === mode);
  if (!serving.some(({ hasRail }) => hasRail)) return undefined;
  const parts: Record<string, object> = {};
  for (const { ports } of serving) {
    for (const { open } of ports) {
      for (const [part, port] of Object.entries(open(place)))
        parts[part] = parts[part] ? { ...parts[part], ...port } : port;
    }
  }
  return parts as unknown as Rails;
}
