import type { Mode, ProviderRails, Rails, WholeRuntime } from '../ports/runtime.ts';
import { byName } from '../ports/wiring/by-name.ts';
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
  return byName(serving.map(({ name, ports }) => [name, partsOf(ports, place)]));
}

/** What a provider gives a function, merged where several capabilities give the same port. */
function partsOf(ports: UsedProvider['ports'], place: LambdaPlace): Partial<ProviderRails> {
  const parts: Record<string, object> = {};
  for (const { open } of ports) {
    for (const [part, port] of Object.entries(open(place))) {
      parts[part] = parts[part] ? { ...parts[part], ...port } : port;
    }
  }
  return parts;
}
