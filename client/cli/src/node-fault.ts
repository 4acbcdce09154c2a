import manifest from '../package.json' with { type: 'json' };

const required = manifest.engines.node.replace('>=', '');

/** Why nothing can run on a version of Node; undefined if everything can. */
export function nodeFault(version: string): string | undefined {
  return isOlder(version, required)
    ? `sluice needs Node ${required} or later, and this is ${version}. Nothing was sent.`
    : undefined;
}

/** Whether a version of Node comes before `major.minor`. */
export function isOlder(version: string, than: string): boolean {
  const [[major = 0, minor = 0], [thanMajor = 0, thanMinor = 0]] = [numbersOf(version), numbersOf(than)];
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
