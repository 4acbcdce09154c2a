import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { PythonEnvironment } from '../../../scripts/support/python.ts';

/** Pinned, because what it finds changes from release to release. */
export const scannerVersions = { 'detect-secrets': '1.5.0' };

export interface Finding {
  /** Relative to the folder that was scanned. */
  readonly file: string;
  readonly line: number;
  /** In the scanner's words. */
  readonly kind: string;
}

/** What looks like a secret and is none: how many of a kind a file has, and why. */
interface Exemption {
  readonly file: string;
  readonly kind: string;
  readonly count: number;
  readonly why: string;
}

const point = 'the generator of P-256, a constant';
const userinfo = 'an address that must be refused';
const proxy = 'the address of a proxy';
const pemFrame = 'the words around a key, without one';
const vector = 'the example of Standard Webhooks';

/** Commits are named by hexadecimal digits, too. */
const releases: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/releases.json'), 'utf8'),
);

const exemptions: readonly Exemption[] = [
  { file: 'client/src/private-key.ts', kind: 'Private Key', count: 1, why: pemFrame },
  { file: 'client/test/options.test.ts', kind: 'Private Key', count: 1, why: pemFrame },
  { file: 'client/test/private-key.test.ts', kind: 'Private Key', count: 1, why: pemFrame },
  { file: 'client/test/webhook.test.ts', kind: 'Base64 High Entropy String', count: 2, why: vector },
  { file: 'client/test/webhook.test.ts', kind: 'Webhook Secret', count: 1, why: vector },
  { file: 'test/functions/api-keys/issue-api-key.test.ts', kind: 'Hex High Entropy String', count: 1, why: point },
  { file: 'test/functions/api-keys/rotate-api-key.test.ts', kind: 'Hex High Entropy String', count: 1, why: point },
  { file: 'test/shared/access/api-keys/issue-api-key.test.ts', kind: 'Hex High Entropy String', count: 1, why: point },
  { file: 'docs/generated/mistakes.md', kind: 'Private Key', count: 1, why: pemFrame },
  { file: 'scripts/collections/sign-request.js', kind: 'Private Key', count: 1, why: pemFrame },
  { file: 'scripts/mistakes/rows/credentials.ts', kind: 'Private Key', count: 1, why: pemFrame },
  { file: 'scripts/mistakes/rows/webhooks.ts', kind: 'Private Key', count: 1, why: pemFrame },
  {
    file: 'test/scripts/docs/guide.test.ts',
    kind: 'Hex High Entropy String',
    count: 1,
    why: 'the nonce of an example',
  },
  {
    file: 'test/shared/providers/ofac/sdn-csv.test.ts',
    kind: 'Base64 High Entropy String',
    count: 2,
    why: 'a listed address, which OFAC publishes',
  },
  { file: 'docs/releases.json', kind: 'Hex High Entropy String', count: releases.length, why: 'commits' },
  {
    file: 'test/shared/identity/operator.test.ts',
    kind: 'Base64 High Entropy String',
    count: 2,
    why: 'roles as Identity Center names them',
  },
  {
    file: 'test/shared/ground/signatures/seal.test.ts',
    kind: 'Base64 High Entropy String',
    count: 1,
    why: 'sealed by a key that the test names',
  },
  {
    file: 'test/shared/http/request-line.test.ts',
    kind: 'Hex High Entropy String',
    count: 1,
    why: 'a made-up account number',
  },
  { file: 'client/cli/README.md', kind: 'Basic Auth Credentials', count: 1, why: proxy },
  { file: 'client/cli/src/network/fetch-through.ts', kind: 'Basic Auth Credentials', count: 1, why: proxy },
  { file: 'client/cli/test/network.test.ts', kind: 'Basic Auth Credentials', count: 2, why: proxy },
  {
    file: 'test/proofs/bench/sections/screening/kinds.ts',
    kind: 'Base64 High Entropy String',
    count: 1,
    why: 'the letters of an alphabet',
  },
  { file: 'test/local/data/name-stack.test.ts', kind: 'Basic Auth Credentials', count: 1, why: proxy },
  {
    file: 'test/shared/corridors/catalog/sepa-countries.test.ts',
    kind: 'Hex High Entropy String',
    count: 1,
    why: 'a published example of an IBAN',
  },
  { file: 'test/shared/http/pages/location.test.ts', kind: 'Basic Auth Credentials', count: 1, why: userinfo },
  { file: 'test/shared/webhooks/sender/target-url.test.ts', kind: 'Basic Auth Credentials', count: 1, why: userinfo },
];

/**
 * Derived from sources that are scanned: `npm run check` compares each byte with what they make. Their ids, hashes and
 * secrets are of a story whose chance is seeded.
 */
const derived = ['docs/generated/examples.json', 'docs/openapi.json', 'docs/generated/collections/**'];

const Results = z.object({
  results: z.record(z.string(), z.array(z.object({ type: z.string(), line_number: z.number() }))),
});

const settings = [
  // Nothing that it finds is tried out anywhere.
  '--no-verify',
  // Reports every variable with `secret` or `key` in its name.
  ...['--disable-plugin', 'KeywordDetector'],
  ...['--plugin', join(import.meta.dirname, 'webhook_secret.py')],
  // Account numbers have 3.3 bits a digit at most; of 32 random digits nearly all sets have more than 3.4.
  ...['--hex-limit', '3.4'],
];

/** Looks for secrets in files. @param files relative to the folder */
export async function findSecrets(
  python: PythonEnvironment,
  folder: string,
  files: readonly string[],
): Promise<Finding[]> {
  const scan = promisify(execFile)(python.program('detect-secrets'), ['scan', ...settings, ...files], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { results } = Results.parse(JSON.parse((await scan).stdout));
  return Object.entries(results).flatMap(([file, found]) =>
    found.map(({ type: kind, line_number: line }) => ({ file, line, kind })),
  );
}

/** @returns a sentence for each finding that is not exempt, and for each exemption that exempts nothing */
export function faultsOfFindings(findings: readonly Finding[], exempt: readonly Exemption[] = exemptions): string[] {
  const nameOf = ({ file, kind }: Finding | Exemption) => `${file}: ${kind}`;
  const found = Map.groupBy(findings, nameOf);
  const allowed = new Map(exempt.map((exemption) => [nameOf(exemption), exemption.count]));
  const unexpected = [...found].filter(([name, { length }]) => length > (allowed.get(name) ?? 0));
  const stale = [...allowed].filter(([name, count]) => (found.get(name)?.length ?? 0) < count);
  return [
    ...unexpected.map(([name, those]) => `${name} on line ${those.map(({ line }) => line).join(', ')}`),
    ...stale.map(([name]) => `${name} is exempt more often than it is found`),
  ];
}

/** Every file in a folder that is not derived and that `.gitignore` does not name: also what somebody is about to commit. */
export function filesToScan(root: string): string[] {
  const ignored = ['.git', ...readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean)];
  const patterns = ignored.map((line) => line.replace(/\/$/, ''));
  const filesIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (patterns.some((pattern) => matchesGlob(entry.name, pattern))) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      const file = relative(root, path);
      return entry.isFile() && !derived.some((pattern) => matchesGlob(file, pattern)) ? file : [];
    });
  return filesIn(root);
}

/**
 * Writes files with new secrets, one of each kind, that a scan must find. Of a scan that finds nothing elsewhere nobody
 * could tell otherwise whether it looks.
 * @returns their names
 */
export function plantSecrets(folder: string): string[] {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const plants = {
    'credentials.ini': `aws_access_key_id = AKIA${hex(8).toUpperCase()}`,
    'deploy.ts': `const awsSecretKey = '${randomBytes(30).toString('base64')}';`,
    'quickstart.pem': privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    'receiver.env': `WEBHOOK_SECRET=whsec_${randomBytes(24).toString('base64')}`,
    'custody.json': `{ "key": "${hex(32)}" }`,
    'release.sh': `GITHUB_TOKEN=ghp_${hex(18)} npm publish`,
  };
  for (const [name, text] of Object.entries(plants)) writeFileSync(join(folder, name), `${text}\n`);
  return Object.keys(plants);
}
