import type { Mode, ProviderRails, Rails } from '../ports/runtime.ts';
import type { LambdaPlace } from '../ports/wiring/capability.ts';
import type { UsedProvider } from '../ports/wiring/provider.ts';

/** The ports of a mode that a function can reach: those of the capabilities that it uses. */
type ReachedRails = Partial<Rails>;

/**
 * The ports of each mode, from the providers that serve it. A mode without a rail has none, and its organizations have
 * no corridors.
 */
export function composeRails(
  used: readonly UsedProvider[],
  place: LambdaPlace,
): (mode: Mode) => ReachedRails | undefined {
  const modes = { live: railsOf('live', used, place), sandbox: railsOf('sandbox', used, place) };
  return (mode) => modes[mode];
}

/** Rails and the registration of accounts are keyed by provider name. Everything else exists once per mode. */
function railsOf(mode: Mode, used: readonly UsedProvider[], place: LambdaPlace): ReachedRails | undefined {
  const serving = used.filter((provider) => provider.mode === mode);
  if (!serving.some(({ hasRail }) => hasRail)) return undefined;
  const opened = serving.map(({ name, ports }) => [name, partsOf(ports, place)] as const);
  const named = <Port extends 'payouts' | 'registration'>(port: Port) =>
    Object.fromEntries(opened.flatMap(([name, parts]) => (parts[port] ? [[name, parts[port]]] : [])));
  const only: Partial<ProviderRails> = Object.assign({}, ...opened.map(([, parts]) => parts));
  return { ...only, payouts: named('payouts'), registration: named('registration') };
}

/** What a provider gives a function, merged if several capabilities give the same port. */
function partsOf(ports: UsedProvider['ports'], place: LambdaPlace): Partial<ProviderRails> {
  const parts: Record<string, object> = {};
  for (const { open } of ports) {
    for (const [part, port] of Object.entries(open(place))) {
      parts[part] = parts[part] ? { ...parts[part], ...port } : port;
    }
  }
  return parts;
}
