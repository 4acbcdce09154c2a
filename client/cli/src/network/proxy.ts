import { UsageError } from '../input/fault.ts';
import { isOlder } from '../node-fault.ts';

/** What of `node:http` is used. Node 24 has it from 24.14 on. */
export interface ProxySupport {
  readonly setGlobalProxyFromEnv?: (environment: Readonly<Record<string, string | undefined>>) => unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Sends calls through the proxies that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, save `NO_PROXY`), by Node's own
 * agent.
 * @returns them without their passwords; undefined where there is none
 * @throws UsageError where one is named that cannot be used
 */
export function useProxy(environment: Environment, http: ProxySupport, version: string): string | undefined {
  const https = readProxy(environment, 'HTTPS_PROXY');
  const plain = readProxy(environment, 'HTTP_PROXY');
  const proxies = [...new Set([https, plain].flatMap((proxy) => (proxy ? [withoutPassword(proxy)] : [])))];
  if (proxies.length === 0) return undefined;
  // Node was told to do so itself, at its start.
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

/** A service on this machine is not behind the proxy of a network. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Small letters go first, as in curl. A name without a scheme is that of a proxy that speaks HTTP. */
function readProxy(environment: Environment, name: string): URL | undefined {
  const value = (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
  if (value === '') return undefined;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  // It may have a password, which no message may repeat.
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
