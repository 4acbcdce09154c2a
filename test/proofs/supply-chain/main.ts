import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  discoverCanary,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../../../functions/discover.ts';
import { buildFunctions } from '../../../lib/build-functions.ts';
import { type Commands, createCommands } from '../../../scripts/support/commands.ts';
import { prove } from '../../../scripts/support/prove.ts';
import { installPython } from '../../../scripts/support/python.ts';
import { readCommandLine } from '../../../scripts/support/read-command-line.ts';
import { say } from '../../../scripts/support/say.ts';
import { askForAdvisories } from './advisories.ts';
import { type BillOfMaterials, bundledPackages, deployedPart, listPackages, missingFrom } from './bill-of-materials.ts';
import { faultsOfLicences } from './licences.ts';
import { faultsOfLockfile, type Lockfile } from './lockfile.ts';
import { faultsOfFindings, filesToScan, findSecrets, plantSecrets, scannerVersions } from './secrets.ts';

const root = join(import.meta.dirname, '../../..');
const bill = join(root, 'dist', 'sbom.cdx.json');

const usage = `Checks the dependencies that are deployed, and that no file contains a secret. See SECURITY.md.

  npm run supply-chain -- [options]

  --require-advisories   fail if the registry provides no advisories; by default this is only reported
  --help                 show this
`;

const { values: options } = readCommandLine(usage, (args) =>
  parseArgs({ args, options: { 'require-advisories': { type: 'boolean', default: false } } }),
);

/** Checks what others wrote and we deploy, and that no secret of ours goes with it: README, Test it. */
await prove({
  deadlineMs: 420_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const lockfile: Lockfile = readJson('package-lock.json');
    refuse('the lockfile', faultsOfLockfile(readJson('package.json'), lockfile));
    say(`lockfile: ${Object.keys(lockfile.packages).length - 1} packages, each by its hash; one version each by name`);
    await checkAdvisories(lockfile);
    const all = await listPackages(root);
    refuse('licences', faultsOfLicences(all));
    say(`licences: ${all.components.length} packages are under licences on the lists`);
    await writeBill(deployedPart(all), commands);
    await checkSecrets(commands);
    return 'What is deployed is what was locked, listed and licensed, and no file holds a secret.';
  },
});

function readJson(name: string) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

function refuse(what: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`${what}:\n  ${faults.join('\n  ')}`);
}

async function checkAdvisories(lockfile: Lockfile): Promise<void> {
  const { grave, other, unavailable } = await askForAdvisories(root, lockfile);
  refuse('known vulnerabilities in what is deployed', grave);
  if (unavailable === undefined) {
    say(`advisories: none of high severity in what is deployed; ${other.length} others${lines(other)}`);
    return;
  }
  const line = `advisories: NOT CHECKED, because the registry gives none: ${unavailable}`;
  if (options['require-advisories']) throw new Error(line);
  say(line);
}

async function writeBill(deployed: BillOfMaterials, { directory }: Commands): Promise<void> {
  const functions = [
    ...(await discoverEndpoints()),
    ...(await discoverWorkers()),
    ...(await discoverOperations()),
    ...(await discoverCanary()),
    ...(await discoverSites()),
  ];
  const files = functions.map(({ file }) => file);
  const bundled = bundledPackages(root, await buildFunctions(files, join(directory, 'bundles', 'functions'), false));
  const missing = missingFrom(deployed, bundled);
  refuse('bundled, and not in the bill of materials', missing);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(bill, `${JSON.stringify(deployed, null, 2)}\n`);
  const count = `${deployed.components.length} packages, ${bundled.length} of them in ${files.length} bundles`;
  say(`bill of materials: dist/sbom.cdx.json, ${count}`);
}

async function checkSecrets(commands: Commands): Promise<void> {
  const python = await installPython(commands, scannerVersions);
  const planted = plantSecrets(commands.directory);
  const found = (await findSecrets(python, commands.directory, planted)).map(({ file }) => file);
  refuse(
    'secrets that were planted and not found',
    planted.filter((file) => !found.includes(file)),
  );
  const files = filesToScan(root);
  refuse('what looks like a secret', faultsOfFindings(await findSecrets(python, root, files)));
  say(`secrets: ${files.length} files hold none; ${planted.length} that were planted are found`);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `\n  ${text}`).join('');
}
