import { devNull } from 'node:os';

/**
 * Removes the machine's AWS settings from this process and from its children, because a one-machine stack calls only
 * itself. FIPS or dual-stack endpoints, a missing profile, or a mistyped number would make it fail.
 */
export function ignoreAwsSettings(): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  process.env.AWS_CONFIG_FILE = devNull;
  process.env.AWS_SHARED_CREDENTIALS_FILE = devNull;
}
