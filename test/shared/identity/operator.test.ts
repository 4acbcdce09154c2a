import { describe, expect, test } from 'vitest';
import { isAnotherOperator } from '../../../shared/identity/operator.ts';

const account = '123456789012';
const user = (name: string) => `arn:aws:iam::${account}:user/${name}`;
const session = (role: string, name: string, of = account) => `arn:aws:sts::${of}:assumed-role/${role}/${name}`;
const operators = 'AWSReservedSSO_Operators_0123456789abcdef';
const admins = 'AWSReservedSSO_Administrator_Access_fedcba9876543210';

describe('two identities are those of', () => {
  test.each([
    ['two users of IAM', user('ada'), user('ben')],
    ['two people of Identity Center', session(operators, 'ada@example.com'), session(operators, 'ben@example.com')],
    ['two roles', session('Operators', 'ada'), session('Supervisors', 'ada')],
    ['roles of two accounts', session('Operators', 'ada'), session('Operators', 'ada', '210987654321')],
    ['a user and a role', user('ada'), session('Operators', 'ada')],
    ['a person, and a role with a session of the same name', session(operators, 'ada'), session('Operators', 'ada')],
    [
      'a role that is only named like one of Identity Center',
      session('AWSReservedSSO_x', 'a'),
      session(operators, 'a'),
    ],
    ['two users of this machine', 'ada', 'ben'],
  ])('two operators: %s', (_name, one, other) => {
    expect(isAnotherOperator(one, other)).toBe(true);
    expect(isAnotherOperator(other, one)).toBe(true);
  });

  test.each([
    ['one user', user('ada'), user('ada')],
    ['two sessions of a role, whose name the caller chooses', session('Operators', 'ada'), session('Operators', 'ben')],
    ['a person under two permission sets', session(operators, 'ada@example.com'), session(admins, 'ada@example.com')],
    ['a name in upper case', session(operators, 'ada@example.com'), session(operators, 'Ada@Example.com')],
    ['sessions of a role named almost like those', session('AWSReservedSSO_x', 'a'), session('AWSReservedSSO_x', 'b')],
    ['a user of this machine', 'ada', 'ada'],
  ])('one operator: %s', (_name, one, other) => {
    expect(isAnotherOperator(one, other)).toBe(false);
  });
});
