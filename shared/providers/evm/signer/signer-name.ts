import { isAbsolute } from 'node:path';

const keyArn = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[0-9a-z-]+$/;

/** Whether a text is the ARN of a KMS key, or the path of a file. */
export function namesSigner(name: string): boolean {
  return namesKey(name) || isAbsolute(name);
}

/** Whether the key is in KMS. Files are only for the stack on one machine. */
export function namesKey(name: string): boolean {
  return keyArn.test(name);
}
