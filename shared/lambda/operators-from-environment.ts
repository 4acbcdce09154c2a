import { stsOperators } from '../adapters/sts-operators.ts';
import { stsEndpoint } from '../contract/operator-proof.ts';
import { systemClock } from '../ground/time/system-time.ts';
import type { Operators } from '../ports/operators.ts';

/**
 * How a function identifies operators: through AWS. Only functions without a stage's account, which SAM runs on one
 * machine, can be given a name: there, whoever starts them is the operator.
 */
export function operatorsFromEnvironment(environment: NodeJS.ProcessEnv): Operators {
  const { STAGE, AWS_REGION, ACCOUNT_ID, LOCAL_OPERATOR } = environment;
  if (ACCOUNT_ID && STAGE && AWS_REGION) {
    const sts = stsEndpoint(AWS_REGION, environment);
    return stsOperators({ stage: STAGE, region: AWS_REGION, account: ACCOUNT_ID, sts }, systemClock);
  }
  if (!ACCOUNT_ID && LOCAL_OPERATOR) return async () => LOCAL_OPERATOR;
  throw new Error('the environment does not tell the account whose identities may operate');
}
