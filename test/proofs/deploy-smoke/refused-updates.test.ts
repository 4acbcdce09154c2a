import { describe, expect, test } from 'vitest';
import type { Template } from './assembly.ts';
import { refusedUpdates } from './refused-updates.ts';

const exported = (name: string): Template => ({ Outputs: { Out: { Export: { Name: name } } } });
const importing = (name: string): Template => ({
  Resources: { F: { Type: 'AWS::Lambda::Function', Properties: { Role: [{ 'Fn::ImportValue': name }] } } },
});
const table = (...names: string[]): Template => ({
  Resources: { T: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { GlobalSecondaryIndexes: names.map(index) } } },
});
const index = (IndexName: string) => ({ IndexName, KeySchema: [{ AttributeName: 'a' }], Projection: 'ALL' });
const refused = (before: Record<string, Template>, now: Record<string, Template>) =>
  refusedUpdates(new Map(Object.entries(before)), new Map(Object.entries(now)));

describe('an update of the stacks of the release before', () => {
  test('is refused where one of them imports what is exported no more', () => {
    const before = { Foundation: exported('table'), Api: importing('table') };
    expect(refused(before, { Foundation: exported('other'), Api: importing('other') })).toEqual([
      'Api of the release before imports table, which is exported no more.',
    ]);
    expect(refused(before, { Foundation: exported('table'), Api: {} })).toEqual([]);
  });

  test('may drop an export that none of them imports', () => {
    expect(refused({ Foundation: exported('table') }, { Foundation: {} })).toEqual([]);
  });

  test.each([
    ['is gone', {}],
    ['has become something else', { T: { Type: 'AWS::SNS::Topic' } }],
    ['has another logical id', { Other: { Type: 'AWS::DynamoDB::GlobalTable' } }],
  ])('is refused where a table %s', (_, Resources) => {
    expect(refused({ Foundation: table() }, { Foundation: { Resources } })).toEqual([
      'Foundation has no AWS::DynamoDB::GlobalTable T any more.',
    ]);
  });

  test('may add a table, a stack, or one index to a table', () => {
    const now = { Foundation: { Resources: { ...table('due', 'new').Resources, U: table('a', 'b').Resources?.T } } };
    expect(refused({ Foundation: table('due') }, { ...now, Other: table('x', 'y') } as never)).toEqual([]);
  });

  test.each([
    ['adds two indexes', ['due', 'a', 'b']],
    ['adds one and removes one', ['a']],
  ])('is refused where it %s', (_, names) => {
    expect(refused({ Foundation: table('due') }, { Foundation: table(...names) })).toEqual([
      'Foundation adds or removes several indexes of T; DynamoDB takes one at a time.',
    ]);
  });

  test('is refused where it alters an index', () => {
    const now = {
      Resources: {
        T: { ...table('due').Resources?.T, Properties: { GlobalSecondaryIndexes: [{ IndexName: 'due' }] } },
      },
    };
    expect(refused({ Foundation: table('due') }, { Foundation: now as Template })).toEqual([
      'Foundation alters the index due of T; it needs a new name.',
    ]);
  });
});
