import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');

/** Documents whose commands are run, each from its first block to its last in one shell. */
export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...['one-machine', 'deploying', 'operating', 'runbook', 'releasing', 'settings', 'sam', 'first-deploy'].map(
    (name) => `docs/${name}.md`,
  ),
  ...globSync('docs/guide/*.md', { cwd: root }).sort(),
];

/** What stands in a document for a value of the reader's own. */
const placeholders: Readonly<Record<string, string>> = {
  'BANK-ID': 'bank-1',
  ADDRESS: 'pay@example.com',
  AMOUNT: '10.00',
  ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  CONNECTION: 'conn_0mi1a2b3c0123456789abcdefg',
  CURRENCY: 'USD',
  HOST: 'api.example.com',
  MEMBER: 'user-1',
  NAME: 'name',
  ORG: 'org_1',
  ORGANIZATION: 'org_1',
  'OTHER-MEMBER': 'user-2',
  RECEIVER: 'receiver.example.com',
  REFERENCE: 'RF18539007547034',
  TEXT: 'why',
};

/** The blocks of shell commands in a document, with values in place of its placeholders. A block with `file=` is a program of its own. */
export function blocksOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^( *)```(?:sh|bash)\n(.*?)^ *```$/gms)].map(([, indent = '', block = '']) =>
    filled(block.replace(new RegExp(`^${indent}`, 'gm'), '')),
  );
}

function filled(block: string): string {
  const names = Object.keys(placeholders).join('|');
  // Not within a variable's name, which `$` or `=` tells.
  return block.replace(new RegExp(`(?<![\\w$-])(?:${names})(?![\\w=-])`, 'g'), (name) => placeholders[name] ?? name);
}
