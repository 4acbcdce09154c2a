import type { Corridor } from '../corridor.ts';
import type { Mode, PortCapabilities, ProviderPorts } from '../runtime.ts';
import type { LambdaPlace, Needs, PortCapability } from './capability.ts';

/** A port of a provider, for functions that name one capability. */
export interface ProviderPort<Name extends keyof ProviderPorts = keyof ProviderPorts> extends Needs {
  /** Creates the parts of the capability that this provider has. Another provider of its mode may have the others. */
  readonly open: (place: LambdaPlace) => Partial<ProviderPorts[Name]>;
}

/**
 * An outside system: a bank, a card acquirer, a chain, a list. It is a folder of `shared/providers/`. Each of its ports
 * is the file `ports/<capability>.ts` there, so that a function bundles only those that it uses.
 */
export interface Provider {
  /** The name of its folder, and of its rail. Payouts are stored with it, so it never changes. */
  readonly name: string;
  /** The organizations that it serves. */
  readonly mode: Mode;
  /** Every corridor of its rail. Absent if it has none. */
  readonly corridors?: readonly Corridor[];
  readonly ports: { readonly [Name in keyof ProviderPorts]?: ProviderPort<Name> };
  /** Ports for the stage as a whole rather than for one mode. */
  readonly capabilities?: { readonly [Name in keyof PortCapabilities]?: PortCapability<Name> };
}

/** The part of a provider that a function's entry point knows: the ports that the function uses. */
export interface UsedProvider extends Pick<Provider, 'name' | 'mode'> {
  /** Whether the provider has a rail. If no provider of a mode has one, the mode serves nobody. */
  readonly hasRail: boolean;
  readonly ports: readonly ProviderPort[];
}
