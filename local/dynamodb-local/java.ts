import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** The Java version that DynamoDB Local 3 is compiled for. */
const REQUIRED_JAVA = 17;

/** `JAVA_HOME` wins over the path, as with every Java tool. */
export function javaCommand(): string {
  const home = process.env.JAVA_HOME;
  return home ? join(home, 'bin', 'java') : 'java';
}

/**
 * Explains why Java did not start DynamoDB Local. Called only after a failure, because starting Java just to learn its
 * version would slow down every successful start.
 */
export async function explainJavaFailure(output: string): Promise<string> {
  const version = await javaVersion();
  if (version === undefined) return `Java was not found (${javaCommand()}). ${installJava}`;
  if (version < REQUIRED_JAVA) return `Java ${version} is too old (${javaCommand()}). ${installJava}`;
  return `DynamoDB Local did not start:\n${output.trim() || '(it wrote nothing)'}`;
}

const installJava = `Sluice runs DynamoDB Local, which needs Java ${REQUIRED_JAVA} or later:
  Debian, Ubuntu   sudo apt-get install -y openjdk-17-jre-headless
  Fedora           sudo dnf install -y java-latest-openjdk-headless
  macOS            brew install --cask temurin
Then start again. JAVA_HOME, if set, must point to that version.`;

/** The major version; undefined if there is no working Java. */
function javaVersion(): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile(javaCommand(), ['-version'], (error, stdout, stderr) => {
      resolve(error ? undefined : majorVersion(stderr + stdout));
    });
  });
}

/** `java -version` begins `openjdk version "17.0.15"`; before 9 it was `"1.8.0_402"`. */
export function majorVersion(text: string): number | undefined {
  const match = /version "(?:1\.)?(\d+)/.exec(text);
  return match ? Number(match[1]) : undefined;
}
