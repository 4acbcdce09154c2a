import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';
import { SendError } from './send-error.ts';
import { namesLoopback } from './target-host.ts';

export const notPublic = 'the name leads to an address that is not public';

/** Decides which addresses connections may reach. */
export interface Guard {
  readonly resolve: ResolveName;
  mayReach(host: string, address: string): boolean;
}

/** The addresses that requests of the service may reach. */
export interface Reach {
  /**
   * Only on one machine: allows `localhost` and loopback addresses that are written in the URL. Names that resolve to
   * loopback are still refused.
   */
  readonly loopback: boolean;
  /** Used instead of the machine's name servers. */
  readonly resolve?: ResolveName;
}

/** Allows only public addresses. */
export function publicGuard({ loopback, resolve = createNameResolver() }: Reach): Guard {
  return {
    resolve,
    mayReach: (host, address) =>
      isPublicAddress(address) || (loopback && namesLoopback(host) && isLoopbackAddress(address)),
  };
}

/** Agents that connect only where the guard allows. `kept` reuses connections, `fresh` does not. */
export interface Agents {
  readonly kept: AgentPair;
  readonly fresh: AgentPair;
}

export interface AgentPair {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/**
 * The most connections to one host. Further requests wait, within their deadlines. A worker has fewer concurrent
 * attempts per endpoint.
 */
const maxSockets = 64;
const maxIdleSockets = 16;
/** Shorter than the idle time of common load balancers (60 s), so that this side usually closes first. */
const idleMs = 30_000;
/**
 * How long one of several addresses is tried before the next one. Node's default of 250 ms is too short for distant
 * hosts.
 */
const addressMs = 1_000;

/** @param ca PEM of the certificate authorities to trust instead of the usual ones */
export function createAgents(guard: Guard, ca?: string): Agents {
  const shared = {
    lookup: guardedLookup(guard),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressMs,
    maxSockets,
  };
  // This is the default, but an environment variable can turn the default off.
  const secure = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) };
  const pair = (reuse: http.AgentOptions): AgentPair => ({
    http: new http.Agent({ ...shared, ...reuse }),
    https: new https.Agent({ ...shared, ...reuse, ...secure }),
  });
  return {
    kept: pair({ keepAlive: true, maxFreeSockets: maxIdleSockets, timeout: idleMs }),
    fresh: pair({ keepAlive: false }),
  };
}

/**
 * Looks up a name for the socket that is about to connect, so that it connects to the address that was checked. It does
 * not matter if the name resolves to another address before or after that.
 */
export function guardedLookup({ resolve, mayReach }: Guard): LookupFunction {
  const find = async (host: string) => {
    const addresses = await resolve(host).catch(() => {
      throw new SendError('the name cannot be resolved');
    });
    const allowed = addresses.filter((address) => mayReach(host, address));
    if (allowed.length === 0) throw new SendError(notPublic);
    return allowed.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, { all }, callback) => {
    find(host).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
      (error: SendError) => callback(error, []),
    );
  };
}
