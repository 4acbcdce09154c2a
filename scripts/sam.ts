import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSecretsServer } from './sam/secrets-server.ts';
import { writeSamFiles } from './sam/write-files.ts';
import { readCommandLine } from './support/read-command-line.ts';

const usage = `Writes the files that SAM needs to run single functions on this machine. See docs/sam.md.

  npm run sam -- [options]

  --data DIR          data directory of the running stack (.sluice)
  --out DIR           where to write template.json, env.json and events/ (.sam)
  --serve             keep running and answer the functions' calls to Secrets Manager
  --secrets-port N    the port for these calls (8790)
  --help              show this
`;

const { values } = readCommandLine(usage, (args) =>
  parseArgs({
    args,
    options: {
      data: { type: 'string', default: '.sluice' },
      out: { type: 'string', default: '.sam' },
      serve: { type: 'boolean', default: false },
      'secrets-port': { type: 'string', default: '8790' },
    },
  }),
);
await write();

async function write(): Promise<void> {
  const secretsPort = Number(values['secrets-port']);
  const directory = resolve(values.out);
  const { functions, secretArn } = await writeSamFiles({ directory, dataDirectory: resolve(values.data), secretsPort });
  console.log(`${functions} functions in ${directory}/template.json`);
  if (secretArn === undefined)
    console.log('No stack has run here. Start one with npm start to get env.json and events/.');
  else console.log('env.json and events/ are for the running stack. Signatures are valid for five minutes.');
  if (!values.serve || secretArn === undefined) return;
  await startSecretsServer(secretsPort, secretArn, randomBytes(32).toString('hex'));
  console.log(`Calls to Secrets Manager are answered at http://127.0.0.1:${secretsPort} until you press Ctrl-C.`);
}
