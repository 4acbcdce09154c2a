import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/** An EVM node of one's own, on loopback, in memory. */
export interface Anvil {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param args beyond those that every node has */
export async function startAnvil(...args: string[]): Promise<Anvil> {
  const node = spawn(binary(), ['--host', '127.0.0.1', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const over = once(node, 'exit');
  for await (const line of createInterface({ input: node.stdout })) {
    const [, address] = /^Listening on (\S+)/.exec(line) ?? [];
    if (!address) continue;
    node.stdout.resume();
    return {
      url: `http://${address}`,
      async stop() {
        node.kill();
        await over;
      },
    };
  }
  throw new Error('the node ended before it listened');
}

/** The package of this platform has the binary; its install script, which would copy it, stays off. */
function binary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = process.platform === 'win32' ? 'win32' : process.platform;
  const name = `@foundry-rs/anvil-${platform}-${architecture}`;
  return createRequire(import.meta.url).resolve(`${name}/bin/anvil${platform === 'win32' ? '.exe' : ''}`);
}
