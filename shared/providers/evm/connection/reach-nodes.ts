import { isIP } from 'node:net';
import type { Reach } from '../../../ground/network/guarded-agents.ts';
import { createGuardedFetch } from '../../../ground/network/guarded-fetch.ts';
import { hostOf, namesLoopback } from '../../../ground/network/target-host.ts';
import { ConnectionRefused } from '../../../ports/connections.ts';
import { EvmNode } from '../node.ts';

const fewestNodes = 2;

/**
 * Reaches the nodes of a chain.
 * @throws ConnectionRefused if their URLs are not allowed
 */
export type ReachNodes = (urls: readonly string[], timeoutMs: number) => EvmNode[];

/**
 * The nodes of a chain. Money counts only if all of them show it, so they must belong to different companies: anyone
 * who ran all of them, or deceived their one company, could invent money. A name that resolves to a non-public address
 * is refused when a socket connects, because the owner of the name can change its address at any time.
 */
export function reachingNodes(reach: Reach): ReachNodes {
  const post = createGuardedFetch(reach);
  return (urls, timeoutMs) => {
    refuseUrls(
      urls.map((url) => new URL(url)),
      reach,
    );
    return urls.map((url) => new EvmNode(url, timeoutMs, post));
  };
}

/** @throws ConnectionRefused */
function refuseUrls(urls: readonly URL[], { loopback }: Reach): void {
  if (loopback && urls.every((url) => namesLoopback(hostOf(url)))) return;
  if (urls.some(({ protocol }) => protocol !== 'https:')) throw new ConnectionRefused('a node has no https URL');
  const companies = new Set(urls.map(companyOf));
  if (companies.size < Math.max(fewestNodes, urls.length))
    throw new ConnectionRefused('a chain needs two nodes or more, each of another company');
}

/**
 * The owner of a host, identified by its last two labels. A numeric address identifies nobody, nor does a host with a
 * single label, which belongs to a private network.
 * @throws ConnectionRefused
 */
function companyOf(url: URL): string {
  const labels = url.hostname.replace(/\.$/, '').split('.');
  const isAddress = isIP(hostOf(url)) !== 0;
  if (isAddress || labels.length < 2) throw new ConnectionRefused('a node is named by a host with a domain');
  return labels.slice(-2).join('.');
}
