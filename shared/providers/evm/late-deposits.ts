import type { DepositChain } from '../../ports/deposit-chain.ts';
import type { DepositsPlace } from './deposits/routed-deposits.ts';

/** Chains whose code is loaded with the first request, because most calls of functions that may ask them never do. */
export function lateDeposits(place: DepositsPlace): DepositChain {
  let loading: Promise<DepositChain> | undefined;
  const load = async () => (await import('./deposits/routed-deposits.ts')).routedDeposits(place);
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    serving: async (...asked) => (await loaded()).serving(...asked),
    head: async (...asked) => (await loaded()).head(...asked),
    transfers: async (...asked) => (await loaded()).transfers(...asked),
    transaction: async (...asked) => (await loaded()).transaction(...asked),
    received: async (...asked) => (await loaded()).received(...asked),
    bankable: async (...asked) => (await loaded()).bankable(...asked),
    strays: async (...asked) => (await loaded()).strays(...asked),
    worth: async (...asked) => (await loaded()).worth(...asked),
  };
}
