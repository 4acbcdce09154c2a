import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGuarded } from '../process/guarded-process.ts';

/** An EVM node on loopback, in memory. It ends with this process, however this process ends. */
export interface Anvil {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param args in addition to those that every node gets; uses any free port unless they name one */
export async function startAnvil(...args: string[]): Promise<Anvil> {
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  let output = '';
  let address: string | undefined;
  const port = args.includes('--port') ? [] : ['--port', '0'];
  // It writes old states to files, 0.3 MB per block, and leaves them in the user's home when it is ended.
  const scratch = mkdtempSync(join(tmpdir(), 'sluice-anvil-'));
  const node = startGuarded(binary(), ['--host', '127.0.0.1', '--cache-path', scratch, ...port, ...args], {
    graceSeconds: 2,
    scratch,
    onOutput: (text) => {
      if (address !== undefined) return;
      output += text;
      address = /^Listening on (\S+)\s/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    },
  });
  const found = await Promise.race([listening, node.exited.then(() => undefined)]);
  if (found === undefined) throw new Error(`The node ended before it listened:\n${node.outputTail()}`);
  return {
    url: `http://${found}`,
    async stop() {
      await node.end();
    },
  };
}

/** The package of this platform contains the binary. Its install script, which would copy it, is not run. */
function binary(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`;
  return createRequire(import.meta.url).resolve(`${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`);
}
