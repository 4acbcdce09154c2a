import { devNull } from 'node:os';

/**
 * Takes the machine's settings for AWS from this process and from what it starts: a stack on one machine calls nothing
 * but itself. FIPS or dual-stack endpoints, a profile that is missing, or a mistyped number would end it.
 */
export function ignoreAwsSettings(): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  process.env.AWS_CONFIG_FILE = devNull;
  process.env.AWS_SHARED_CREDENTIALS_FILE = devNull;
}
