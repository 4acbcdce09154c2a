// This is old plain JavaScript on purpose: any version of Node must be able to read it and say what is missing.
const { dependencies, devDependencies, engines } = require('../package.json');

const required = engines.node.replace('>=', '');

/** Whether a version comes before `major.minor`. */
function isOlder(version, than) {
  const [major, minor] = version.split('.').map(Number);
  const [requiredMajor, requiredMinor] = than.split('.').map(Number);
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
}

/** Says in one sentence why nothing can run here yet; undefined if nothing is missing. */
function faultOf(nodeVersion, isInstalled) {
  if (isOlder(nodeVersion, required)) {
    return `Sluice needs Node ${required} or later and this is ${nodeVersion}: run \`npm ci\`, which brings it on Linux and Windows; on macOS install it from https://nodejs.org first.`;
  }
  const missing = Object.keys({ ...dependencies, ...devDependencies }).find((name) => !isInstalled(name));
  return missing && `Sluice needs the package ${missing}, which is not installed: run \`npm ci\` first.`;
}

function isInstalled(name) {
  try {
    return require.resolve(`../node_modules/${name}/package.json`) !== '';
  } catch {
    return false;
  }
}

const fault = faultOf(process.versions.node, isInstalled);
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}

module.exports = { faultOf };
