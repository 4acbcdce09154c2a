import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { notPublic } from '../../shared/ground/network/guarded-agents.ts';
import { reachingNodes } from '../../shared/providers/evm/connection/reach-nodes.ts';
import { NodeFailed } from '../../shared/providers/evm/node.ts';
import { accept, receive } from '../shared/webhooks/offering/support/receiver.ts';

const here = { loopback: true };

describe('a node', () => {
  test.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fd00:ec2::254', '::ffff:10.0.0.1'])(
    'whose name leads to %s is sent nothing, wherever it led before',
    async (address) => {
      const receiver = await accept(() => {});
      const urls = ['one', 'two'].map((company) => `https://base.${company}.example:${receiver.port}`);
      const [node] = reachingNodes({ loopback: true, resolve: async () => [address] })(urls, 1_000);
      await expect(node?.chainId()).rejects.toThrow(`did not answer eth_chainId: ${notPublic}`);
      expect(receiver.connections).toHaveLength(0);
    },
  );

  test('of this machine is reached by an address of this machine alone, and not by its name for another one', async () => {
    const receiver = await accept(() => {});
    const url = `http://localhost:${receiver.port}`;
    const [node] = reachingNodes({ loopback: true, resolve: async () => ['10.0.0.1'] })([url], 1_000);
    await expect(node?.chainId()).rejects.toThrow(notPublic);
  });

  test('that redirects is not followed', async () => {
    const other = await receive((_request, response) => response.end('{}'));
    const node = await receive((_request, response) => response.writeHead(307, { location: other.url }).end());
    const [reached] = reachingNodes(here)([node.url], 1_000);
    await expect(reached?.chainId()).rejects.toThrow('did not answer eth_chainId: a redirect');
    expect(other.connections).toHaveLength(0);
  });

  test.each<[string, RequestListener]>([
    ['begins an answer and never ends it', (_request, response) => void response.writeHead(200).write('{')],
    ['says nothing', () => {}],
    ['ends in the middle', (_request, response) => void response.writeHead(200).write('{', () => response.destroy())],
    ['answers without a body', (_request, response) => void response.writeHead(204).end()],
    ['answers more than ten megabytes', (_request, response) => void response.end('x'.repeat(11_000_000))],
  ])('that %s has failed in time', async (_what, listener) => {
    const node = await receive(listener);
    const [reached] = reachingNodes(here)([node.url], 500);
    const failed = await reached?.chainId().catch((error: Error) => error);
    expect(failed).toBeInstanceOf(NodeFailed);
  });
});
