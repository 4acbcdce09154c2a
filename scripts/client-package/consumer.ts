import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commands } from '../support/commands.ts';

/** An empty project that has installed the package from its tarball. */
export interface Consumer {
  readonly directory: string;
  /** Programs that fund the sandbox with the credentials in a file: one imports the client, the other requires it. */
  readonly programs: readonly string[];
  /** A TypeScript project for each way of finding a package's types. */
  readonly typeProjects: readonly string[];
}

const call = `
const sluice = new Sluice(JSON.parse(readFileSync(process.argv[2], 'utf8')));
sluice.fundSandbox({ amount: '10.00' }).then((funded) => {
  if (!sluice.answerOf(funded).requestId) throw new Error('the answer has no request id');
});
`;
const programs = {
  'call.mjs': `import { readFileSync } from 'node:fs';\nimport { Sluice } from '@sluice/client';\n${call}`,
  'call.cjs': `const { readFileSync } = require('node:fs');\nconst { Sluice } = require('@sluice/client');\n${call}`,
};

/** The source of a TypeScript program that does not use a browser's types. */
const typed = `
import type { IncomingHttpHeaders } from 'node:http';
import { isSluiceError, type KeyOptions, signWebhook, Sluice, verifyWebhook } from '@sluice/client';

declare const headers: IncomingHttpHeaders;
declare const body: Buffer;
declare const sign: (text: string) => Promise<Uint8Array>;

export async function use(options: KeyOptions): Promise<string | undefined> {
  const sluice = new Sluice({ ...options, apiKey: { id: options.apiKey.id, sign }, onAnswer: ({ status }) => void status });
  // @ts-expect-error: a key is held or kept elsewhere, not both
  new Sluice({ ...options, apiKey: { id: '', privateKey: '', sign } });
  await verifyWebhook({ headers, body, secret: '' });
  await verifyWebhook({ ...(await signWebhook({ event: {}, secret: '' })), secret: '' });
  for await (const { id } of sluice.listBalanceTransactions()) console.log(id.length);
  try {
    const funded = await sluice.fundSandbox({ amount: '10.00' }, { idempotencyKey: 'one', signal: AbortSignal.timeout(9) });
    return sluice.answerOf(funded)?.requestId;
  } catch (error) {
    return isSluiceError(error, 'SIGNER_FAILED') ? error.requestId : undefined;
  }
}
`;
/** The extension of a file decides whether it imports or requires. */
const typeProjects = [
  { module: 'node16', moduleResolution: 'node16', files: ['use.mts', 'use.cts'] },
  { module: 'nodenext', moduleResolution: 'nodenext', files: ['use.mts', 'use.cts'] },
  { module: 'esnext', moduleResolution: 'bundler', files: ['use.mts'] },
  { module: 'commonjs', moduleResolution: 'node10', files: ['use.ts'] },
];

/** @param typeRoots the folder that holds `node`, the types of the oldest Node that the package is for */
export async function installPackage(commands: Commands, tarball: string, typeRoots: string): Promise<Consumer> {
  const directory = join(commands.directory, 'consumer');
  mkdirSync(directory);
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
  write('package.json', '{ "private": true }');
  for (const [name, text] of Object.entries(programs)) write(name, text);
  for (const name of ['use.mts', 'use.cts', 'use.ts']) write(name, typed);
  for (const { files, ...options } of typeProjects) {
    const checks = { strict: true, noEmit: true, exactOptionalPropertyTypes: true };
    const compilerOptions = {
      ...options,
      ...checks,
      target: 'es2022',
      lib: ['es2022'],
      types: ['node'],
      typeRoots: [typeRoots],
    };
    write(`${options.moduleResolution}.json`, JSON.stringify({ compilerOptions, files }));
  }
  await commands.run(['npm', 'install', '--offline', '--no-audit', '--no-fund', tarball], {}, directory);
  return {
    directory,
    programs: Object.keys(programs),
    typeProjects: typeProjects.map(({ moduleResolution }) => `${moduleResolution}.json`),
  };
}
