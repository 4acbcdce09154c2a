type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The hint that a proxy is between the demo and an address, and how to bypass it; undefined if there is none. Node's
 * `fetch` uses a proxy from the environment only if it is told to.
 */
export function proxyBetween(address: string, env: Environment = process.env): string | undefined {
  const options = [...process.execArgv, env.NODE_OPTIONS ?? ''].join(' ');
  if (env.NODE_USE_ENV_PROXY !== '1' && !options.includes('--use-env-proxy')) return undefined;
  const { protocol, host, hostname } = new URL(address);
  const name = `${protocol.slice(0, -1)}_proxy`;
  const proxy = env[name] || env[name.toUpperCase()];
  const passed = (env.no_proxy ?? env.NO_PROXY ?? '').split(/[\s,]+/);
  if (!proxy || passed.some((entry) => entry === '*' || entry === host || entry === hostname)) return undefined;
  const shown = URL.parse(proxy)?.host || 'one';
  return `A proxy stands between: ${name.toUpperCase()} names ${shown}. NO_PROXY=${hostname} passes it by.`;
}
