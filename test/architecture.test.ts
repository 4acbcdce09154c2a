import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closureOf, effectsIn, readEffects, valueImportsIn } from './support/effects.ts';
import { cyclesOf, type ImportStatement, importsIn, readImports, root } from './support/imports.ts';

const folders = [
  'bin',
  'client',
  'contracts',
  'examples',
  'functions',
  'lib',
  'local',
  'operator',
  'scripts',
  'shared',
  'test',
];
const production = ['bin', 'functions', 'lib', 'shared'];
const { files, imports } = readImports(folders);

const folderOf = (path: string) => path.split('/')[0] ?? '';
const shown = ({ from, to }: ImportStatement) => `${from} imports ${to}`;

/** A package that is installed by itself; its tests play it against the service. */
const commandLine = 'client/cli/';
const isTestOfCommandLine = ({ from }: ImportStatement) => from.startsWith(`${commandLine}test/`);

/** Imports from a folder into folders of the project that it may not know. */
function strays(from: string, allowed: readonly string[]): string[] {
  return imports
    .filter((statement) => !isTestOfCommandLine(statement))
    .filter((statement) => folderOf(statement.from) === from && folders.includes(folderOf(statement.to)))
    .filter(({ to }) => ![from, ...allowed].includes(folderOf(to)))
    .map(shown);
}

describe('imports point one way', () => {
  test.each([
    ['shared', ['contracts']],
    // The canary calls the service as its customers do.
    ['functions', ['client', 'shared']],
    ['lib', ['functions', 'shared']],
    ['bin', ['functions', 'lib']],
    ['client', []],
    ['examples', ['client']],
    ['local', ['client', 'contracts', 'functions', 'shared']],
    ['operator', ['functions', 'lib', 'local', 'shared']],
    ['scripts', ['client', 'contracts', 'functions', 'lib', 'local', 'operator', 'shared']],
  ])('%s knows itself and %j', (from, allowed) => {
    expect(strays(from, allowed)).toEqual([]);
  });

  test('lib takes what functions declare, by discovery alone', () => {
    const taken = imports.filter(({ from, to }) => folderOf(from) === 'lib' && folderOf(to) === 'functions');
    expect(taken.filter(({ to }) => to !== 'functions/discover.ts').map(shown)).toEqual([]);
  });

  test('nothing that is deployed imports local, operator, test or scripts', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        production.includes(folderOf(from)) && ['local', 'operator', 'test', 'scripts'].includes(folderOf(to)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test('SQLite is known to the file of the embedded table alone', () => {
    const users = imports.filter(({ from, to }) => to === 'node:sqlite' && folderOf(from) !== 'test');
    expect(users.map(({ from }) => dirname(from)).filter((folder) => folder !== 'local/table/sqlite')).toEqual([]);
    expect(users).not.toEqual([]);
  });

  test('shared and functions know nothing of infrastructure', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        ['shared', 'functions'].includes(folderOf(from)) && /^(aws-cdk|constructs|cdk-nag|esbuild)/.test(to),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test('the client needs no package', () => {
    const wrong = imports.filter(({ from, to }) => from.startsWith('client/src/') && !to.startsWith('client/src/'));
    expect(wrong.map(shown)).toEqual([]);
  });

  test('the command line knows the client by its entry, and the packages that its own package names', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, commandLine, 'package.json'), 'utf8'));
    const packages = Object.keys(dependencies);
    const isAllowed = (to: string) =>
      to.startsWith(commandLine) ||
      to === 'client/src/index.ts' ||
      to.startsWith('node:') ||
      packages.some((name) => to === name || to.startsWith(`${name}/`));
    const wrong = imports.filter(({ from, to }) => from.startsWith(`${commandLine}src/`) && !isAllowed(to));
    expect(wrong.map(shown)).toEqual([]);
  });

  test('nobody but its tests knows the command line', () => {
    const wrong = imports.filter(({ from, to }) => to.startsWith(commandLine) && !from.startsWith(commandLine));
    expect(wrong.map(shown)).toEqual([]);
  });

  test('no file imports itself in a circle, not even for types', () => {
    expect(cyclesOf(imports).map((cycle) => cycle.join(' -> '))).toEqual([]);
  });
});

describe('the rooms of shared', () => {
  /** From the roof down: a file imports its own room, and rooms below it. */
  const rooms = [
    'lambda',
    'capabilities',
    'openapi',
    'adapters',
    'operations',
    'canary',
    'webhooks/deliveries',
    'webhooks/offering',
    'webhooks/sender',
    'webhooks/endpoints',
    'mail',
    'records/archive',
    'records/approvals',
    'records/books',
    'records/audit',
    'records/idempotency',
    'records/ledger',
    'records/events',
    'checkout/methods/*/functions',
    'checkout/methods/*/page',
    'checkout/page',
    'checkout/every-method',
    'checkout/methods/*/payments',
    'checkout/refunds',
    'checkout/attempts',
    'checkout/sandbox',
    'checkout/payments',
    'checkout/links',
    'checkout/accounts',
    'checkout/methods',
    'checkout/products',
    'checkout/price',
    'payouts/page',
    'payouts/arrivals',
    'payouts/batches',
    'payouts/links',
    'payouts/lifecycle',
    'payouts/quotes',
    'payouts/funding',
    'payouts/deposits',
    'payouts/flushing',
    'payouts/vaults',
    'payouts/policy',
    'payouts/caps',
    'payouts/payout',
    'payouts/pricing',
    'providers',
    'providers/evm',
    'providers/ofac',
    'providers/sandbox',
    'providers/records',
    'approvals',
    'transfers',
    'corridors/recipients',
    'corridors/names',
    'corridors/catalog',
    'connections',
    'access/members',
    'access/api-keys',
    'access/voters',
    'access/team',
    'access/organizations',
    'http',
    'pages',
    'contract',
    'journal/intents',
    'journal/commit',
    'journal/idempotency',
    'journal/rows',
    'journal/due',
    'ports',
    'identity',
    'ground/table',
    'ground/signatures',
    'ground/money',
    'ground/errors',
    'ground/files',
    'ground/network',
    'ground/aws',
    'ground/metrics',
    'ground/time',
    'ground/text',
  ];
  /** `*` is the folder of any payment method. */
  const patterns = rooms.map((room) => new RegExp(`^shared/${room.replace('*', '[^/]+')}/`));
  /** The innermost: `http/steps` belongs to `http`, and `journal/due` is a room of its own. */
  const roomOf = (path: string) => {
    const around = rooms.flatMap((room, index) => (patterns[index]?.test(path) ? [room] : []));
    return rooms.indexOf(around.toSorted((a, b) => b.length - a.length)[0] ?? '');
  };

  test('hold every file', () => {
    expect(files.filter((file) => file.startsWith('shared/') && roomOf(file) < 0)).toEqual([]);
    expect(rooms.filter((_, room) => !files.some((file) => roomOf(file) === room))).toEqual([]);
  });

  test('know no room above them', () => {
    const inside = imports.filter(({ from, to }) => from.startsWith('shared/') && to.startsWith('shared/'));
    expect(inside.length).toBeGreaterThan(1_000);
    expect(inside.filter(({ from, to }) => roomOf(to) < roomOf(from)).map(shown)).toEqual([]);
  });

  test('checkout and payouts lie beside each other: neither knows the other', () => {
    const domainOf = (path: string) => /^shared\/(checkout|payouts)\//.exec(path)?.[1];
    const across = imports.filter(({ from, to }) => {
      const [importer, imported] = [domainOf(from), domainOf(to)];
      return importer !== undefined && imported !== undefined && importer !== imported;
    });
    expect(across.map(shown)).toEqual([]);
  });

  test('outside systems lie below the domains that use them, and know neither', () => {
    const upward = imports.filter(
      ({ from, to }) => from.startsWith('shared/providers/') && /^shared\/(checkout|payouts|approvals)\//.test(to),
    );
    expect(upward.map(shown)).toEqual([]);
  });

  test('a provider is named by the list of providers, and by what is about that provider alone', () => {
    const owner = (path: string) => /^shared\/providers\/([^/]+)\//.exec(path)?.[1];
    const inside = ['providers.ts', 'records'];
    const naming = imports.filter(({ from, to }) => {
      const provider = owner(to);
      return !from.startsWith('test/') && provider && !inside.includes(provider) && owner(from) !== provider;
    });
    const about = [
      'shared/providers/providers.ts',
      // Operators try every kind of connection.
      'shared/providers/connection-kinds.ts',
      // Organizations fund payouts on chains that are read through nodes.
      'shared/capabilities/deposit-chain.ts',
      'shared/capabilities/deposit-flusher.ts',
      // Wallets are paid there by vaults.
      'shared/capabilities/vault-names.ts',
      'shared/capabilities/vault-payer.ts',
      'shared/providers/vault/catalog.ts',
      'shared/providers/vault/provider.ts',
      'shared/providers/vault/vault-rail.ts',
      // Addresses of wallets are looked at there, too.
      'shared/capabilities/wallet-inspection.ts',
      // Deploys the contract by which the chain's addresses are made.
      'scripts/chain/deploy-factory.ts',
      'scripts/chain.ts',
      // What the sandbox alone can be asked for.
      'functions/sandbox/list-payout-scenarios.ts',
      'functions/checkout/list-checkout-scenarios.ts',
      'shared/checkout/sandbox/simulate-checkout-payment.ts',
      'shared/payouts/page/test-accounts.ts',
      // Where the screening list lies.
      'lib/settings.ts',
      'lib/constructs/capabilities/screening-list.ts',
      // A development chain on one machine, and what stands for a bank there.
      'local/chain/development-chain.ts',
      'local/chain/development-node.ts',
      'local/chain/live-organization.ts',
      'local/chain/prepare-chain.ts',
      'local/chain/stand-in-bank.ts',
      'local/service/local-connections.ts',
      // One machine has the sandbox, and a list of a few names.
      'local/service/service.ts',
      'local/service/sample-list.ts',
    ];
    expect([...new Set(naming.map(({ from }) => from))].sort()).toEqual(about.sort());
  });

  test('no function carries the list of providers', () => {
    const users = imports.filter(({ to }) => to === 'shared/providers/providers.ts').map(({ from }) => from);
    expect(users.filter((from) => !from.startsWith('test/')).sort()).toEqual([
      'lib/entries.ts',
      'shared/capabilities/capabilities.ts',
    ]);
  });

  test('have at most 25 files each', () => {
    const sizes = Object.entries(
      Object.groupBy(
        files.filter((file) => production.includes(folderOf(file))),
        dirname,
      ),
    );
    expect(sizes.filter(([, inFolder = []]) => inFolder.length > 25).map(([folder]) => folder)).toEqual([]);
  });
});

describe('decisions', () => {
  const shared = files.filter((file) => folderOf(file) === 'shared');
  const read = readEffects(shared);
  /** Where the world is reached: what runtimes are made of, and who makes them. */
  const rooms =
    /^shared\/(adapters|capabilities|connections|lambda|providers|ground\/(aws|files|network|table|time)|http\/site|webhooks\/sender)\//;
  /** Files with an effect that changes no decision. */
  const harmless = new Map([
    ['shared/ground/signatures/seal.ts', 'each text that it seals has a nonce of its own'],
    ['shared/ground/table/throttled.ts', 'it only compares errors with a class of the SDK'],
    ['shared/pages/script.ts', 'its calls are text, which runs in a browser'],
  ]);
  const effectsOf = (file: string) => (harmless.has(file) ? [] : (read.get(file)?.effects ?? []));

  test('whatever stands outside of the rooms that reach the world reaches it by a runtime only', () => {
    const others = shared.filter((file) => !rooms.test(file));
    expect(others.length).toBeGreaterThan(800);
    const reaching = others.filter((file) => effectsOf(file).length > 0);
    expect(reaching.map((file) => `${file}: ${effectsOf(file).join(', ')}`)).toEqual([]);
  });

  test('what takes no runtime has no effects, by whatever it imports', () => {
    const closures = shared.filter((file) => !rooms.test(file)).map((file) => closureOf(file, read));
    const decisions = closures.filter((closure) => !closure.some((file) => read.get(file)?.takesRuntime));
    expect(decisions.length).toBeGreaterThan(450);
    const reaching = decisions.flatMap(([decision, ...closure]) =>
      closure.filter((file) => effectsOf(file).length > 0).map((file) => `${decision} reaches ${file}`),
    );
    expect(reaching).toEqual([]);
  });

  test('files whose effects are harmless have some', () => {
    for (const file of harmless.keys()) expect(read.get(file)?.effects, file).not.toEqual([]);
  });

  test('the client of the table is known to the table’s own room and the runtime of a Lambda only', () => {
    const users = imports.filter(
      ({ from, to }) => folderOf(from) === 'shared' && /^@aws-sdk\/(client|lib)-dynamodb/.test(to),
    );
    const strangers = users.filter(({ from }) => !/^shared\/(ground\/table|lambda)\//.test(from));
    expect(strangers.map(shown)).toEqual([]);
  });
});

const isEndpoint = (file: string) =>
  /^functions\/|\/functions\//.test(file) && folderOf(file) !== 'test' && folderOf(file) !== 'client';

/** What an endpoint does, without what it declares. */
const afterHandler = (source: string) => source.slice(source.search(/^ {2}handle: /m)).replace(/^.*?=>/s, '');

describe('names', () => {
  test('no two exported types of shared have the same name', () => {
    const exported = files
      .filter((file) => folderOf(file) === 'shared')
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        return [...source.matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm)].map(([, name]) => ({
          name,
          file,
        }));
      });
    expect(exported.length).toBeGreaterThan(500);
    const shared = [...Map.groupBy(exported, ({ name }) => name)].filter(([, places]) => places.length > 1);
    expect(shared.map(([name, places]) => [name, ...places.map(({ file }) => file)])).toEqual([]);
  });

  test('an operation has one name, from its endpoint to the function that does its work', () => {
    // One function does the work of two operations that differ in one word.
    const ofTwo = new Map([
      ['approveApproval', 'voteApproval'],
      ['rejectApproval', 'voteApproval'],
      ['archiveProduct', 'changeProduct'],
      ['updateProduct', 'changeProduct'],
    ]);
    const works = files.filter(isEndpoint).flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const operation = /^ {2}operation: '(\w+)',$/m.exec(source)?.[1] ?? '';
      const [, work] = /\b(\w+)\((?:[^()]|\([^()]*\))*\bexecution\b(?! \})/.exec(afterHandler(source)) ?? [];
      return operation && work
        ? [{ operation: ofTwo.get(operation) ?? operation.replace('Sandbox', ''), work: work.replace('Sandbox', '') }]
        : [];
    });
    expect(works.length).toBeGreaterThan(40);
    expect(works.filter(({ operation, work }) => operation !== work)).toEqual([]);
  });
});

test('no comment leans on what stands above it: none begins with "Of" or "The same"', () => {
  const leaning = files
    .filter((file) => folderOf(file) !== 'test' && !file.includes('/test/'))
    .filter((file) => /^\s*(\/\/|\/\*\*?|\*) (Of|The same) /m.test(readFileSync(join(root, file), 'utf8')));

  expect(leaning).toEqual([]);
});

describe('the reader of imports', () => {
  test('sees every form, and no comment', () => {
    const source = `import a from './a.ts';
import type { B } from './b.ts';
import {
  c,
} from './c.ts';
import './d.ts';
export * from './e.ts';
export { f } from './f.ts';
const g = await import('./g.ts');
// import h from './h.ts';
/* import i from './i.ts'; */
export const text = 'from "./j.ts"';`;
    expect(importsIn(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `./${name}.ts`));
  });

  test('tells what has effects from what only computes', () => {
    const source = `import { KMSClient } from '@aws-sdk/client-kms';
import type { S3Client } from '@aws-sdk/client-s3';
import { isIP } from 'node:net';
import { isIP as is, connect } from 'node:net';
import { a, type B } from './a.ts';
import type {
  C,
} from './c.ts';
const text = 'Date.now()';
// Math.random()
const at = Date.now();`;
    expect(effectsIn(source)).toEqual(['@aws-sdk/client-kms', 'node:net', 'Date.now(']);
    expect(valueImportsIn(source)).toEqual(['@aws-sdk/client-kms', 'node:net', 'node:net', './a.ts']);
  });

  test('finds a circle, and none where there is none', () => {
    const edges = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }));
    expect(cyclesOf(edges('ab', 'bc', 'ca', 'cd'))).toEqual([['a', 'b', 'c', 'a']]);
    expect(cyclesOf(edges('ab', 'ac', 'bd', 'cd'))).toEqual([]);
    expect(cyclesOf(edges('aa'))).toEqual([['a', 'a']]);
  });

  test('reads the whole project', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(imports.length).toBeGreaterThan(files.length);
    for (const folder of folders)
      expect(
        files.some((file) => folderOf(file) === folder),
        folder,
      ).toBe(true);
  });
});
