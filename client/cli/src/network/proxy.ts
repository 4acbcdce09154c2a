import { UsageError } from '../input/fault.ts';
import { isOlder } from '../node-fault.ts';

/** The part of `node:http` that is used. Node 24 has it from version 24.14. */
export interface ProxySupport {
  readonly setGlobalProxyFromEnv?: (environment: Readonly<Record<string, string | undefined>>) => unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Sends calls through the proxies named by the environment (`HTTPS_PROXY`, `HTTP_PROXY`, except `NO_PROXY`), with
 * Node's own agent.
 * @returns the proxies without their passwords; undefined if there are none
 * @throws UsageError if one is named that cannot be used
 */
export function useProxy(environment: Environment, http: ProxySupport, version: string): string | undefined {
  const https = readProxy(environment, 'HTTPS_PROXY');
  const plain = readProxy(environment, 'HTTP_PROXY');
  const proxies = [...new Set([https, plain].flatMap((proxy) => (proxy ? [withoutPassword(proxy)] : [])))];
  if (proxies.length === 0) return undefined;
  // Node was already configured to do so at its start.
  const isSet = environment.NODE_USE_ENV_PROXY === '1' && knowsVariable(version);
  if (!isSet && !http.setGlobalProxyFromEnv) {
    const how = knowsVariable(version) ? 'uses only with NODE_USE_ENV_PROXY=1 in the environment' : 'cannot use';
    throw new UsageError(`HTTPS_PROXY or HTTP_PROXY is set, which Node ${version} ${how}; Node 24.14 and later can.`);
  }
  http.setGlobalProxyFromEnv?.({
    ...(https && { HTTPS_PROXY: https.href }),
    ...(plain && { HTTP_PROXY: plain.href }),
    NO_PROXY: [environment.no_proxy ?? environment.NO_PROXY ?? '', ...thisMachine].join(','),
  });
  return proxies.join(', ');
}

/** Node 22.21 and 24.0 were the first to read `NODE_USE_ENV_PROXY`. */
function knowsVariable(version: string): boolean {
  return !isOlder(version, '24.0') || (!isOlder(version, '22.21') && isOlder(version, '23.0'));
}

/** A service on this machine is not reached through a network's proxy. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Lower-case names take precedence, as in curl. An address without a scheme is that of a proxy that uses HTTP. */
function readProxy(environment: Environment, name: string): URL | undefined {
  const value = (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
  if (value === '') return undefined;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  // It may contain a password, which no message may repeat.
  if (!URL.canParse(address)) throw new UsageError(`${name} is not the address of a proxy.`);
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${name} names a proxy with ${url.protocol}//, but only http:// and https:// are supported.`);
  }
  return url;
}

function withoutPassword({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}
