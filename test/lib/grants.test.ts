import { App, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { grantCapabilities, type StageResource } from '../../lib/constructs/capabilities/grant-capabilities.ts';
import { ServiceFunction } from '../../lib/constructs/service-function.ts';
import { actionsOf, environmentOf, statementsOf } from './support/permissions.ts';
import { production as settings } from './support/synthesize.ts';

/** A function that reads chains of deposits, on a stage whose key has conditions of its own or none. */
function readerWith(conditions?: StageResource['conditions']): ServiceFunction {
  const stack = new Stack(new App(), 'Stack');
  const code = Code.fromInline('0');
  const props = { settings, code, description: 'reads chains', service: 'reader', timeoutSeconds: 10 };
  const reader = new ServiceFunction(stack, 'Reader', props);
  const resources = { connectionsKey: { arns: ['arn:aws:kms:eu-west-1:123456789012:key/1'], conditions } };
  grantCapabilities(reader, ['depositChain'], { resources, facts: { connectionsKeyArn: 'arn:key' } });
  return reader;
}

const conditionOf = (reader: ServiceFunction) =>
  statementsOf(reader).find((statement) => actionsOf(statement).includes('kms:Decrypt'))?.Condition;
const ofChains = { StringEquals: { 'kms:EncryptionContext:port': 'chain' } };

describe('a function that reads chains of deposits', () => {
  it('may open the credentials of chains alone, and is told the key', () => {
    const reader = readerWith();
    expect(conditionOf(reader)).toEqual(ofChains);
    expect(environmentOf(reader)).toContain('CONNECTIONS_KEY_ARN');
  });

  it('keeps to the conditions of the key, too', () => {
    const within = { StringLike: { 'kms:ViaService': 'x' } };
    expect(conditionOf(readerWith(within))).toEqual({ ...within, ...ofChains });
  });

  it('is granted nothing where both have conditions of one kind, of which one would be lost', () => {
    expect(() => readerWith({ StringEquals: { 'kms:ViaService': 'x' } })).toThrow(
      'both have conditions of StringEquals',
    );
  });
});
