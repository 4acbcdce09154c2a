import type { ProviderRails, Rails } from '../runtime.ts';

/**
 * The ports of a mode from those of its providers: rails and the registration of accounts by the name of the provider, of everything else the one that
 * there is.
 */
export function byName(providers: readonly (readonly [name: string, parts: Partial<ProviderRails>])[]): Rails {
  const only = Object.assign({}, ...providers.map(([, parts]) => parts)) as ProviderRails;
  const named = <Port extends 'payouts' | 'registration'>(port: Port) =>
    Object.fromEntries(providers.flatMap(([name, parts]) => (parts[port] ? [[name, parts[port]]] : []))) as Rails[Port];
  return { ...only, payouts: named('payouts'), registration: named('registration') };
}
