import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { synthesize } from '../lib/support/synthesize.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { blocksOf, documents, root } from './documents/blocks.ts';
import { leftOut, whyLeftOut } from './documents/left-out.ts';

/** How a command ended that the shell of a document ran. */
interface Ended {
  readonly command: string;
  readonly code: number;
  readonly err: string;
  readonly reason?: string;
}

/** The point from which only an AWS account helps. */
const asksForCredentials =
  /load credentials|resolve AWS account|no credentials have been configured|security token|Unable to locate credentials/;
/** Beyond this a command of bash itself has failed. */
const bashFault = /command not found|syntax error|unbound variable|No such file or directory/;

const shims = mkdtempSync(join(tmpdir(), 'sluice-shims-'));
const log: Ended[] = [];
let stack: TestStack;
let assemblies: Record<string, string>;

beforeAll(async () => {
  for (const name of ['npm', 'npx', 'aws', 'git', 'sam']) {
    const program = join(import.meta.dirname, 'documents', 'run-command.ts');
    writeFileSync(join(shims, name), `#!/bin/sh\nexec '${process.execPath}' '${program}' ${name} "$@"\n`);
    chmodSync(join(shims, name), 0o755);
  }
  symlinkSync(process.execPath, join(shims, 'node'));
  stack = await startTestStack();
  // A document that plays a stage has it deployed with the event bus.
  const assemblyOf = async (stage: 'dev' | 'prod') => {
    return (await synthesize({ stage, eventBus: stage === 'dev' })).app.synth().directory;
  };
  assemblies = { dev: await assemblyOf('dev'), prod: await assemblyOf('prod') };
}, 600_000);
afterAll(async () => {
  rmSync(shims, { recursive: true, force: true });
  await stack?.[Symbol.asyncDispose]();
});

/** A checkout as its reader has it, without anything that a command could spoil. */
function makeCheckout(): string {
  const checkout = join(mkdtempSync(join(tmpdir(), 'sluice-document-')), 'checkout');
  mkdirSync(checkout);
  for (const name of readdirSync(root).filter((name) => !/^\.(git|sluice|sam)$/.test(name))) {
    symlinkSync(join(root, name), join(checkout, name));
  }
  symlinkSync(stack.dataDirectory, join(checkout, '.sluice'));
  const { baseUrl, organizationId, apiKey } = stack;
  writeFileSync(join(checkout, 'stage.json'), JSON.stringify({ baseUrl, organizationId, apiKey }));
  return checkout;
}

/** Runs the blocks one after another in one bash, as a reader does who follows the page. */
async function runDocument(document: string) {
  const checkout = makeCheckout();
  const logFile = join(checkout, 'commands.log');
  writeFileSync(logFile, '');
  const script = blocksOf(document).join('\n\ncd "$CHECKOUT"\n');
  const child = spawn('bash', ['-u', '-c', script], {
    cwd: checkout,
    env: {
      PATH: `${shims}:/usr/bin:/bin`,
      HOME: checkout,
      CHECKOUT: checkout,
      DOCUMENT_LOG: logFile,
      ASSEMBLIES: JSON.stringify(assemblies),
      AWS_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = readFileSync(logFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Ended);
  rmSync(join(checkout, '..'), { recursive: true, force: true });
  return { ended, err };
}

describe('every block of commands runs, up to where AWS asks for credentials:', () => {
  test.concurrent.for(documents.filter((name) => blocksOf(name).length > 0))(
    '%s',
    { timeout: 600_000 },
    async (document) => {
      const { ended, err } = await runDocument(document);
      log.push(...ended);
      const failed = ended.filter((one) => one.code !== 0 && !asksForCredentials.test(one.err));
      expect(failed).toEqual([]);
      expect(err.split('\n').filter((line) => bashFault.test(line))).toEqual([]);
    },
  );

  test('what is left out is in a document', () => {
    const unused = leftOut.filter(([pattern]) => !log.some(({ command }) => pattern.test(command)));
    expect(unused.map(([pattern]) => String(pattern))).toEqual([]);
    for (const { command, reason } of log) expect(reason).toBe(whyLeftOut(command));
  });

  test('CDK is asked for the stacks that a rollback and a restore name', () => {
    const deployed = log.filter(({ command }) => /^npx cdk deploy .*--exclusively .+/.test(command));
    const stacksIn = (command: string) =>
      command
        .split(' ')
        .filter((word) => /^Sluice-prod-/.test(word))
        .map((word) => word.slice(12));
    const rollback = deployed
      .map(({ command }) => stacksIn(command))
      .find((names) => !names.includes('Api') && names.length > 5);
    expect(rollback).toEqual(expect.arrayContaining(['Workers', 'Payouts', 'Edge', 'Archive', 'Canary']));
    expect(rollback).not.toEqual(expect.arrayContaining(['Foundation']));
    const moved = deployed.find(
      ({ command }) => command.includes('restoredTableStream') && stacksIn(command).length > 5,
    );
    expect(stacksIn(moved?.command ?? '')).toEqual(expect.arrayContaining(['Api', 'Web', 'Workers']));
    expect(stacksIn(moved?.command ?? '')).not.toContain('Foundation');
  });
});

test('the order of stacks in docs/releasing.md is that of CDK', async () => {
  const page = readFileSync(join(root, 'docs/releasing.md'), 'utf8');
  const [, sentence = ''] = /`cdk deploy` takes\n(.*?)\. In a/s.exec(page) ?? [];
  const stacks = (await synthesize({ stage: 'prod' })).app.synth().stacks.map(({ stackName }) => stackName.slice(12));
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).filter((name) => name !== 'Canary');
  expect(stacks.filter((name) => named.includes(name))).toEqual(named);
  // All others are the domains.
  const others = stacks.filter((name) => !named.includes(name));
  expect(stacks.slice(named.indexOf('Edge'), stacks.indexOf('Edge'))).toEqual(others);
  expect(others).toContain('Canary');
});

test('commands for a stage name the stage, in running text too', () => {
  for (const document of ['docs/runbook.md', 'docs/releasing.md', 'docs/first-deploy.md']) {
    const page = readFileSync(join(root, document), 'utf8');
    const proposed = [...page.matchAll(/npm run (?:--silent )?(?:ops|deploy:smoke) -- [^`\n|]+/g)].map(
      ([command]) => command,
    );
    const without = proposed.filter(
      (command) => !/--stage\b/.test(command) && !/ -- (COMMAND|--)|--receiver URL/.test(command),
    );
    expect([document, without]).toEqual([document, []]);
    expect(page).not.toMatch(/(?<!npx )\bcdk (deploy|ls|diff|bootstrap|synth) [-'<$]/);
  }
});
