import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { ResolveName } from './resolve-name.ts';
import { SendError } from './send-error.ts';

export const notPublic = 'the name leads to an address that is not public';

/** Decides where connections may go. */
export interface Guard {
  readonly resolve: ResolveName;
  mayReach(host: string, address: string): boolean;
}

/** Agents that connect to what the guard lets them reach. Those of `fresh` use no connection twice. */
export interface Agents {
  readonly kept: AgentPair;
  readonly fresh: AgentPair;
}

export interface AgentPair {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Connections to one host; more requests wait, within their deadlines. Above what a worker has in flight for an endpoint. */
const maxSockets = 64;
const maxIdleSockets = 16;
/** Below the idle time of common load balancers (60 s), so that it is mostly us who close. */
const idleMs = 30_000;
/** How long one of several addresses has before the next is tried; Node's 250 ms are too few around the world. */
const addressMs = 1_000;

/** @param ca PEM of the authorities to trust instead of the usual ones */
export function createAgents(guard: Guard, ca?: string): Agents {
  const shared = {
    lookup: guardedLookup(guard),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressMs,
    maxSockets,
  };
  // Said although it is the default, because an environment variable can turn that default off.
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
 * Looks up a name for the socket that is about to connect, so that what is checked is what is connected to: whatever the
 * name led to before, or leads to a moment later, plays no part.
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
