import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { visibility } from './firewall.ts';

const minute = 60;
/**
 * Requests that send a mail or create an account, in ten minutes and from one address. Each account created by a
 * stranger is a monthly active user on the bill, and each mail can annoy someone. It is the lowest number that WAF
 * counts.
 */
export const mailsPerAddress = { limit: 10, seconds: 10 * minute } as const;
/** All sign-in requests in five minutes from one address: an office behind one address signs in at nine. */
export const signInsPerAddress = { limit: 500, seconds: 5 * minute } as const;

/** Pages of Cognito's own sign-in that send mail, and operations of its API that do. */
const pagesThatMail = ['/signup', '/forgotPassword', '/resendcode'];
const operationsThatMail = ['SignUp', 'ForgotPassword', 'ResendConfirmationCode'];

/**
 * WAF in front of the user pool: its pages and its API, which anyone can call. AWS's common rules are omitted: they
 * look for attacks in parts that Cognito does not show to WAF, and refuse the `redirect_uri` of a developer's machine.
 */
export class SignInFirewall extends Construct {
  constructor(scope: Construct, id: string, props: { readonly settings: Settings; readonly poolArn: string }) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(`Sluice-${props.settings.stage}-SignIn`),
      rules: [
        {
          name: 'AddressesOfAttackers',
          priority: 0,
          statement: {
            managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
          },
          overrideAction: { none: {} },
          visibilityConfig: visibility('AddressesOfAttackers'),
        },
        limitRule('MailsPerAddress', 1, { ...mailsPerAddress, scopeDownStatement: sendsMail }),
        limitRule('SignInsPerAddress', 2, signInsPerAddress),
      ],
    });
    new CfnWebACLAssociation(this, 'Association', { webAclArn: acl.attrArn, resourceArn: props.poolArn });
  }
}

interface Limit {
  readonly limit: number;
  readonly seconds: number;
  readonly scopeDownStatement?: CfnWebACL.StatementProperty;
}

function limitRule(name: string, priority: number, { limit, seconds, scopeDownStatement }: Limit) {
  return {
    name,
    priority,
    statement: {
      rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec: seconds, scopeDownStatement },
    },
    action: { block: { customResponse: { responseCode: 429 } } },
    visibilityConfig: visibility(name),
  } satisfies CfnWebACL.RuleProperty;
}

const sendsMail: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: [
      ...pagesThatMail.map((page) => matches({ uriPath: {} }, 'STARTS_WITH', page)),
      ...operationsThatMail.map((operation) =>
        matches({ singleHeader: { Name: 'x-amz-target' } }, 'ENDS_WITH', `.${operation}`),
      ),
    ],
  },
};

/** WAF requires the compared text in lower case. */
function matches(
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  positionalConstraint: string,
  text: string,
): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch,
      positionalConstraint,
      searchString: text.toLowerCase(),
      textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
    },
  };
}
