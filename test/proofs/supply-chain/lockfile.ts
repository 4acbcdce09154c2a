/** What this reads of `package.json`. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What this reads of `package-lock.json`: packages by their folder, `node_modules/a/node_modules/b`. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  /** It came inside the archive of the package above it, whose hash covers it. */
  readonly inBundle?: boolean;
}

const publicRegistry = 'https://registry.npmjs.org/';

/** Packages whose code runs at `npm ci`, with the reason. */
const installScripts: Readonly<Record<string, string>> = {
  'node_modules/esbuild': 'It checks that the binary of this platform starts. The binary is a package of its own.',
};

/** @returns a sentence for each thing that `npm ci` would take on trust, empty where there is none */
export function faultsOfLockfile(manifest: Manifest, { packages }: Lockfile): string[] {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const ranges = Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  const locked = Object.entries(packages).filter(([folder]) => folder !== '');
  return [
    ...ranges.map(([name, version]) => `package.json: ${name} is '${version}' and not one version`),
    ...locked.flatMap(([folder, entry]) => [...faultsOf(folder, entry, packages)].map((fault) => `${folder} ${fault}`)),
    ...Object.keys(installScripts)
      .filter((folder) => !packages[folder]?.hasInstallScript)
      .map((folder) => `${folder} has no install script any more: take it off the list`),
  ];
}

function* faultsOf(folder: string, entry: LockedPackage, packages: Lockfile['packages']): Generator<string> {
  if (!isCovered(folder, entry, packages)) yield 'has no SHA-512 hash';
  // Without an address npm asks the registry that it is configured for; the hash decides all the same.
  if (entry.resolved !== undefined && !entry.resolved.startsWith(publicRegistry)) yield `comes from ${entry.resolved}`;
  if (entry.hasInstallScript && !installScripts[folder]) yield 'runs a script when it is installed';
}

function isCovered(folder: string, entry: LockedPackage, packages: Lockfile['packages']): boolean {
  if (!entry.inBundle) return /^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '');
  const around = folder.slice(0, folder.lastIndexOf('/node_modules/'));
  const holder = packages[around];
  return holder !== undefined && isCovered(around, holder, packages);
}

/** Whether the package in this folder can be part of what is deployed. */
export function isDeployed({ packages }: Lockfile, folder: string): boolean {
  return packages[folder]?.dev !== true;
}
