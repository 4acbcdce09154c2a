import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startBrowser } from '../support/browser.ts';
import type { Commands } from '../support/commands.ts';
import type { NpmTool } from '../support/npm.ts';
import { until } from '../support/until.ts';

/** The payouts that one runtime must make. */
export interface Task {
  /** The prefix of the references. */
  readonly name: string;
  readonly amounts: readonly string[];
  readonly quickstart: { readonly baseUrl: string };
}

/** @returns the ids of the payouts that the client reports */
export type Play = (task: Task, origin: string) => Promise<string[]>;

const startMs = 30_000;
const architectures: Readonly<Record<string, readonly [string, string, string, string]>> = {
  x64: ['x64', 'linux-x64-glibc', 'bun-linux-x64', 'linux-64'],
  arm64: ['arm64', 'linux-arm64-glibc', 'bun-linux-aarch64', 'linux-arm64'],
};

/** The available versions of Node that the client and the command line support, by name. */
export function nodesOf(tool: NpmTool): readonly (readonly [name: string, path: string])[] {
  const [node = ''] = architectures[process.arch] ?? [];
  const brought = (version: number) => tool.program(join('..', `node${version}-${node}/bin/node`));
  const all = [
    ['Node 20', brought(20)],
    ['Node 22', brought(22)],
    ['Node 24', process.execPath],
  ] as const;
  return all.filter(([, path]) => existsSync(path));
}

/**
 * The runtimes that the client supports, by name.
 * @param directory with the built programs
 */
export function runtimesOf(commands: Commands, tool: NpmTool, directory: string): ReadonlyMap<string, Play> {
  const [, deno = '', bun = '', workerd = ''] = architectures[process.arch] ?? [];
  const program = (path: string) => tool.program(join('..', path));
  const byCommand = (...command: string[]): Play => runProgram(commands, directory, command);
  const all: [string, string, Play][] = [
    ...nodesOf(tool).map(([name, path]): [string, string, Play] => [name, path, byCommand(path)]),
    ['Bun', program(`@oven/${bun}/bin/bun`), byCommand(program(`@oven/${bun}/bin/bun`))],
    [
      'Deno',
      program(`@deno/${deno}/deno`),
      byCommand(program(`@deno/${deno}/deno`), 'run', '--allow-all', '--no-lock', '--node-modules-dir=manual'),
    ],
    [
      'workerd',
      program(`@cloudflare/workerd-${workerd}/bin/workerd`),
      playInWorker(commands, directory, program(`@cloudflare/workerd-${workerd}/bin/workerd`)),
    ],
  ];
  const here = all.filter(([, path]) => existsSync(path)).map(([name, , play]) => [name, play] as const);
  return new Map([...here, ['Chromium', playInBrowser]]);
}

function runProgram(commands: Commands, directory: string, command: readonly string[]): Play {
  return async (task) => {
    const [given, made] = [join(directory, `${task.name}.json`), join(directory, `${task.name}.made.json`)];
    writeFileSync(given, JSON.stringify(task));
    await commands.run([...command, join(directory, 'main.js'), given, made], {}, directory);
    return JSON.parse(readFileSync(made, 'utf8'));
  };
}

function playInWorker(commands: Commands, directory: string, workerd: string): Play {
  return async (task) => {
    const port = await freePort();
    const address = `127.0.0.1:${port}`;
    const server = commands.start([workerd, 'serve', join(directory, 'worker.capnp'), `--socket-addr=http=${address}`]);
    try {
      const response = await until('workerd answers', startMs, () => post(`http://${address}`, task));
      if (!response.ok) throw new Error(`${await response.text()}\n${server.outputTail()}`);
      return (await response.json()) as string[];
    } finally {
      await server.end();
    }
  };
}

/** Undefined until something listens. */
async function post(url: string, task: Task): Promise<Response | undefined> {
  try {
    return await fetch(url, { method: 'POST', body: JSON.stringify(task) });
  } catch (error) {
    if (((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const playInBrowser: Play = async (task, origin) => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    return await page.evaluate(`import('/page.js').then(({ play }) => play(${JSON.stringify(task)}))`);
  } finally {
    await browser.close();
  }
};
