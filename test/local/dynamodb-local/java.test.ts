import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { explainJavaFailure, majorVersion } from '../../../local/dynamodb-local/java.ts';

afterEach(() => vi.unstubAllEnvs());

describe('java', () => {
  test.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_402"', 8],
    ['openjdk version "25" 2025-09-16', 25],
    ['The operation couldn’t be completed.', undefined],
  ])('%s is version %s', (text, version) => {
    expect(majorVersion(text)).toBe(version);
  });

  test('a missing Java is explained with what to install', async () => {
    vi.stubEnv('JAVA_HOME', '/nowhere');
    const message = await explainJavaFailure('');
    expect(message).toContain('Java was not found (/nowhere/bin/java)');
    expect(message).toContain('sudo apt-get install -y openjdk-17-jre-headless');
  });

  test('an old Java is explained with its version', async () => {
    const home = mkdtempSync(join(tmpdir(), 'java-'));
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'java'), '#!/bin/sh\necho \'openjdk version "11.0.2"\' >&2\n', { mode: 0o755 });
    vi.stubEnv('JAVA_HOME', home);
    expect(await explainJavaFailure('UnsupportedClassVersionError')).toContain('Java 11 is too old');
    rmSync(home, { recursive: true });
  });

  test('any other failure shows what Java said', async () => {
    expect(await explainJavaFailure('Out of memory')).toContain('Out of memory');
  });
});
