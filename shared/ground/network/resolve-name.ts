import { Resolver } from 'node:dns/promises';

/** Finds the addresses of a name, IPv4 first. Rejects if there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. `dns.lookup` uses a pool of four threads: a few names with unresponsive servers would
 * occupy all of them and block every other lookup. It would also try the machine's search domains and hosts file.
 * @param servers used instead of the machine's, as `address:port`
 */
export function createNameResolver(servers?: readonly string[]): ResolveName {
  return async (name) => {
    if (name === 'localhost') return ['127.0.0.1', '::1'];
    // A new resolver each time, so that it uses the machine's current servers.
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  };
}
