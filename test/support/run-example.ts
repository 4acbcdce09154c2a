import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { serveOverHttp } from './http-service.ts';
import type { TestOrganization } from './journey.ts';
import type { TestService } from './service.ts';

const examples = join(import.meta.dirname, '../../examples');

/**
 * Serves an organization over HTTP until the test has finished, and gives it a folder as `npm start` would.
 * @returns runs a program of `examples` in that folder and answers what it printed; rejects if it fails
 */
export async function runnerOfExamples(service: TestService, of: TestOrganization) {
  // Programs sign by the real clock.
  service.clock.now = Date.now();
  const { baseUrl, stop } = await serveOverHttp(service);
  onTestFinished(stop);
  const folder = mkdtempSync(join(tmpdir(), 'sluice-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, '.sluice'));
  const { organizationId, key, privateKey } = of;
  const apiKey = { id: key.id, privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) };
  writeFileSync(join(folder, '.sluice/quickstart.json'), JSON.stringify({ baseUrl, organizationId, apiKey }));
  return async (name: string, ...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(examples, name), ...args], { cwd: folder });
    return stdout;
  };
}
