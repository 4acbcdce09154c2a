import { isIP } from 'node:net';
import type { Reach } from '../../../ground/network/guarded-agents.ts';
import { createGuardedFetch } from '../../../ground/network/guarded-fetch.ts';
import { hostOf, namesLoopback } from '../../../ground/network/target-host.ts';
import { ConnectionRefused } from '../../../ports/connections.ts';
import { EvmNode } from '../node.ts';

const fewestNodes = 2;

/** Reaches the nodes of a chain. @throws ConnectionRefused where their URLs may not be those of a chain */
export type ReachNodes = (urls: readonly string[], timeoutMs: number) => EvmNode[];

/**
 * The nodes of a chain. Money counts only where all of them show it, so they have to be of different companies: whoever runs all of them, or
 * deceives that one company, could invent money. A name that leads to an address which is not public is refused when a socket connects, because
 * whoever owns the name can change that at any time.
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
 * Whoever the last two labels of a host belong to. An address in figures names nobody, and neither does a host of one label, which is one of a
 * private network.
 * @throws ConnectionRefused
 */
function companyOf(url: URL): string {
  const labels = url.hostname.replace(/\.$/, '').split('.');
  const isAddress = isIP(hostOf(url)) !== 0;
  if (isAddress || labels.length < 2) throw new ConnectionRefused('a node is named by a host with a domain');
  return labels.slice(-2).join('.');
}
