import manifest from '../package.json' with { type: 'json' };

const required = manifest.engines.node.replace('>=', '');

/** Why nothing can run on a version of Node; undefined where everything can. */
export function nodeFault(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number);
  const isOlder = major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
  return isOlder ? `sluice needs Node ${required} or later, and this is ${version}. Nothing was sent.` : undefined;
}
