import { describe, expect, test } from 'vitest';
import { commandLineOf } from '../../operator/command-line.ts';
import { commands } from '../../operator/commands/all.ts';
import type { Command } from '../../operator/commands/command.ts';
import { type InputField, knownOperations } from '../../operator/known-operation.ts';

function pathsOf(fields: Readonly<Record<string, InputField>>, before = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    `${before}${name}`,
    ...pathsOf(field.fields ?? {}, `${before}${name}.`),
  ]);
}

describe.each(Object.entries(commands))('%s', (name, command) => {
  const { operation, help, options, positionals } = commandLineOf(name, command);
  const known = new Set(knownOperations[operation]?.inputs.flatMap((fields) => pathsOf(fields)));

  test('names only fields that its operation has', () => {
    const named = [...Object.keys(command.fields ?? {}), ...command.positionals.filter((one) => /^[a-z]/.test(one))];
    expect(named.filter((field) => !known.has(field))).toEqual([]);
  });

  test('explains every option', () => {
    const lines = help.split('\n').filter((line) => line.startsWith('  --'));
    expect(lines.map((line) => line.trim().slice(2).split(' ')[0]).sort()).toEqual(Object.keys(options).sort());
    expect(lines.filter((line) => !/^ {2}--\S+( \S+)? +\S/.test(line))).toEqual([]);
    expect(positionals).toHaveLength(command.positionals.length);
  });
});

test('a command that names no operation is refused', () => {
  const command: Command = { positionals: [] };
  expect(() => commandLineOf('unknown', command)).toThrow('is no operation');
});

test.each([
  [
    'members',
    ['org'],
    { add: 'ada', links: 'keep' },
    { organizationId: 'org', userId: 'ada', links: 'keep', role: 'owner' },
  ],
  [
    'lift-block',
    ['org', 'rec_1'],
    { entry: ['7', '9'], reason: 'born elsewhere' },
    { organizationId: 'org', recipientId: 'rec_1', entries: [7, 9], reason: 'born elsewhere' },
  ],
  [
    'limits',
    ['org'],
    { single: 'none', daily: '5.00', velocity: '3/60' },
    { organizationId: 'org', limits: { single: null, daily: '5.00' }, velocity: { payouts: 3, minutes: 60 } },
  ],
  ['verify', ['org'], { revoke: true }, { organizationId: 'org', verified: false }],
  ['allow-funding', ['conn_1'], { amount: '50' }, { do: 'allow-funding', connectionId: 'conn_1', dollars: 50 }],
  [
    'create-organization',
    [],
    { feature: ['developer'], 'owner-id': 'u', 'owner-email': 'e' },
    { features: ['developer'], owner: { userId: 'u', email: 'e' } },
  ],
] as const)('%s reads %j and %j', (name, positionals, values, input) => {
  const command = commands[name] as Command;
  expect(commandLineOf(name, command).read(positionals, values as never)).toEqual(input);
});
