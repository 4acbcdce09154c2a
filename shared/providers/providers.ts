import type { Provider } from '../ports/wiring/provider.ts';
import { evm } from './evm/provider.ts';
import { ofac } from './ofac/provider.ts';
import { sandbox } from './sandbox/provider.ts';
import { vault } from './vault/provider.ts';

/**
 * Every provider, and the only place that names them. Of several that serve a corridor, the first one is asked for what is new. Stages and
 * entries are made from this list; no function imports it, because its bundle would carry every provider.
 */
export const providers: readonly Provider[] = [sandbox, ofac, evm, vault];
