import { type Acknowledgment, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { capabilities } from '../../../shared/capabilities/capabilities.ts';
import type { Capability } from '../../../shared/ports/runtime.ts';
import type { Resource, StageFact } from '../../../shared/ports/wiring/capability.ts';
import type { ServiceFunction } from '../service-function.ts';

/** Something that a stage has, as named in policies. */
export interface StageResource {
  readonly arns: readonly string[];
  readonly conditions?: Record<string, unknown> | undefined;
  /** Findings of the checks about those who are granted it, with the reason why they are acceptable. */
  readonly acknowledged?: readonly Acknowledgment[];
}

/** What a stage has. Anything absent is not granted, and its location is not passed. */
export interface StageParts {
  readonly resources: { readonly [Name in Resource]?: StageResource | undefined };
  readonly facts: { readonly [Name in StageFact]?: string | undefined };
}

/** The combined parts of two stacks. */
export function together(...all: readonly StageParts[]): StageParts {
  return {
    resources: Object.assign({}, ...all.map(({ resources }) => resources)),
    facts: Object.assign({}, ...all.map(({ facts }) => facts)),
  };
}

/** Grants a function what its declaration uses, and passes it the location. */
export function grantCapabilities(user: ServiceFunction, uses: readonly Capability[], stage: StageParts): void {
  for (const name of uses) {
    const needs = capabilities[name];
    if (!needs) throw new Error(`no provider gives ${name}, which ${user.node.path} uses`);
    const { grants = [], environment = {} } = needs;
    for (const { actions, on, effect = 'Allow', conditions } of grants) {
      const resource = stage.resources[on];
      if (!resource) continue;
      const { arns, acknowledged = [] } = resource;
      const Condition = bothOf(resource.conditions, conditions);
      user.state(PolicyStatement.fromJson({ Effect: effect, Action: actions, Resource: arns, Condition }));
      Validations.of(user).acknowledge(...acknowledged);
    }
    for (const [variable, fact] of Object.entries(environment)) {
      const value = stage.facts[fact];
      if (value !== undefined) user.tell(variable, value);
    }
  }
}

/**
 * Conditions of a resource and of a grant. @throws Error if both use the same operator, which would have to be merged
 * with care
 */
function bothOf(one: StageResource['conditions'] = {}, other: StageResource['conditions'] = {}) {
  const twice = Object.keys(one).find((operator) => operator in other);
  if (twice !== undefined) throw new Error(`a resource and its grant both have conditions of ${twice}`);
  const all = { ...one, ...other };
  return Object.keys(all).length > 0 ? all : undefined;
}
