// This is old, plain JavaScript on purpose: every version of Node must be able to read it and say what is missing.
const { dependencies, devDependencies, engines, optionalDependencies } = require('../package.json');

const required = engines.node.replace('>=', '');

/** Packages whose binaries are in optional packages, one for each platform. */
const withPrograms = ['@biomejs/biome', 'esbuild', 'typescript'];

/** Whether a version comes before `major.minor`. */
function isOlder(version, than) {
  const [major, minor] = version.split('.').map(Number);
  const [requiredMajor, requiredMinor] = than.split('.').map(Number);
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
}

/** One sentence that explains why nothing can run here yet; undefined if nothing is missing. */
function faultOf(machine) {
  if (isOlder(machine.nodeVersion, required)) {
    return `Sluice needs Node ${required} or later and this is ${machine.nodeVersion}${howToHaveNode(machine)}`;
  }
  const missing = Object.keys({ ...dependencies, ...devDependencies }).find((name) => !machine.isInstalled(name));
  if (missing && missing in dependencies) {
    return `Sluice needs the package ${missing}, which is not installed: run \`npm ci\` first.`;
  }
  if (missing) {
    return `Sluice needs the package ${missing}, which is for development, and those were left out, as NODE_ENV=production or omit=dev has it: run \`npm ci --include=dev\`.`;
  }
  const program = withPrograms.map((name) => missingProgramOf(name, machine)).find(Boolean);
  return program && `Sluice needs the package ${program}, which is optional, ${howToHaveOptional}`;
}

const howToHaveOptional =
  'and those were left out, as omit=optional has it, or node_modules comes from another machine: run `npm ci --include=optional`.';

function howToHaveNode({ platform, arch, isInstalled, hasGlibc }) {
  if (platform === 'linux' && !hasGlibc()) {
    return `. The one that \`npm ci\` brings needs glibc, which this system does not have: install Node ${required} or later from your distribution, or use a system with glibc, such as Debian.`;
  }
  const brought = `node-${platform.replace('win32', 'win')}-${arch}`;
  if (brought in optionalDependencies && !isInstalled(brought) && Object.keys(dependencies).some(isInstalled)) {
    return `. The package ${brought} brings it, which is optional, ${howToHaveOptional}`;
  }
  return ': run `npm ci`, which brings it on Linux and Windows; on macOS install it from https://nodejs.org first.';
}

/**
 * The optional package for this platform, if there is one and it is not installed. Some packages have one for glibc and
 * one for musl.
 */
function missingProgramOf(name, { platform, arch, isInstalled, optionalOf }) {
  const ofPlatform = new RegExp(`\\b${platform}-${arch}(-|$)`);
  const programs = optionalOf(name).filter((program) => ofPlatform.test(program));
  return programs.some(isInstalled) ? undefined : programs[0];
}

function isInstalled(name) {
  try {
    return require.resolve(`../node_modules/${name}/package.json`) !== '';
  } catch {
    return false;
  }
}

const fault = faultOf({
  nodeVersion: process.versions.node,
  platform: process.platform,
  arch: process.arch,
  isInstalled,
  optionalOf: (name) => Object.keys(require(`../node_modules/${name}/package.json`).optionalDependencies || {}),
  // Node before 12 has no such report, and all of those versions were built for glibc.
  hasGlibc: () => !process.report || Boolean(process.report.getReport().header.glibcVersionRuntime),
});
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}

// Every command loads this file first.
require('./closed-output.cjs');

module.exports = { faultOf, withPrograms };
