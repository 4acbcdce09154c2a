import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '../../../lib/settings.ts';
import { type Resource, type Synthesized, synthesize } from '../support/synthesize.ts';

const poolType = 'AWS::Cognito::UserPool';
const clientType = 'AWS::Cognito::UserPoolClient';
const domain = { name: 'pay.example.com', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };

describe('the identity provider of the dashboard', () => {
  let app: Synthesized;
  let foundation: Template;

  beforeAll(async () => {
    app = await synthesize({ domain });
    foundation = app.template('Foundation');
  });

  it('asks everybody for a second factor, and never by SMS', () => {
    foundation.hasResourceProperties(poolType, {
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      SmsConfiguration: Match.absent(),
    });
  });

  it('mails through SES, from the sender of the stage, by what SES has verified', async () => {
    const emailOf = async (settings: Partial<Settings>) => {
      const template = (await synthesize(settings)).template('Foundation');
      const [pool] = Object.values(template.findResources(poolType)) as Resource[];
      return pool?.Properties.EmailConfiguration;
    };
    const identity = (name: string) => ({ 'Fn::Join': ['', expect.arrayContaining([`:identity/${name}`])] });
    expect(await emailOf({})).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Sluice <sluice@mail.example.com>',
      SourceArn: identity('mail.example.com'),
    });
    expect((await emailOf({ mailIdentity: 'address' })).SourceArn).toEqual(identity('sluice@mail.example.com'));
    expect(await emailOf({ stage: 'dev', mailFrom: undefined, signInFirewall: false })).toBeUndefined();
  });

  describe('its firewall', () => {
    const aclType = 'AWS::WAFv2::WebACL';
    const rulesOf = (template: Template) => {
      const [acl] = Object.values(template.findResources(aclType)) as Resource[];
      return acl?.Properties.Rules as ReturnType<typeof JSON.parse>[];
    };

    it('stands in front of the pool', () => {
      foundation.hasResourceProperties(aclType, { Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
      foundation.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
        ResourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('IdentityPeople'), 'Arn'] },
        WebACLArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('IdentityFirewall'), 'Arn'] },
      });
    });

    it('blocks known attackers, and an address that makes too many accounts, mails or requests', () => {
      const [known, mails, all] = rulesOf(foundation);
      expect(known).toMatchObject({
        Statement: { ManagedRuleGroupStatement: { Name: 'AWSManagedRulesAmazonIpReputationList' } },
        OverrideAction: { None: {} },
      });
      const limit = (Limit: number, EvaluationWindowSec: number) => ({
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit, EvaluationWindowSec } },
        Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
      });
      expect(mails).toMatchObject(limit(10, 600));
      expect(all).toMatchObject(limit(500, 300));
      expect(all.Statement.RateBasedStatement).not.toHaveProperty('ScopeDownStatement');
    });

    it('counts every page and operation that sends mail, however it is written', () => {
      const { Statements } = rulesOf(foundation)[1].Statement.RateBasedStatement.ScopeDownStatement.OrStatement;
      const compared = Statements.map(({ ByteMatchStatement: match }: ReturnType<typeof JSON.parse>) => {
        expect(match.TextTransformations).toEqual([{ Priority: 0, Type: 'LOWERCASE' }]);
        return [match.FieldToMatch, match.PositionalConstraint, match.SearchString];
      });
      const target = { SingleHeader: { Name: 'x-amz-target' } };
      expect(compared).toEqual([
        [{ UriPath: {} }, 'STARTS_WITH', '/signup'],
        [{ UriPath: {} }, 'STARTS_WITH', '/forgotpassword'],
        [{ UriPath: {} }, 'STARTS_WITH', '/resendcode'],
        [target, 'ENDS_WITH', '.signup'],
        [target, 'ENDS_WITH', '.forgotpassword'],
        [target, 'ENDS_WITH', '.resendconfirmationcode'],
      ]);
    });

    it('is left out where the stage says so', async () => {
      const bare = (await synthesize({ stage: 'dev', signInFirewall: false })).template('Foundation');
      bare.resourceCountIs(aclType, 0);
      bare.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
    });
  });

  it('lets whoever was invited sign up, by an e-mail address that is verified', () => {
    foundation.hasResourceProperties(poolType, {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  it('refuses passwords that are short, simple or known to be stolen', () => {
    foundation.hasResourceProperties(poolType, {
      Policies: {
        PasswordPolicy: {
          MinimumLength: 14,
          RequireLowercase: true,
          RequireUppercase: true,
          RequireNumbers: true,
          RequireSymbols: true,
          TemporaryPasswordValidityDays: 1,
        },
      },
      UserPoolTier: 'PLUS',
      UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
    });
  });

  it('cannot be deleted in production, and goes with its stage in development', async () => {
    foundation.hasResource(poolType, {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: Match.objectLike({ DeletionProtection: 'ACTIVE' }),
    });
    const dev = (await synthesize({ stage: 'dev' })).template('Foundation');
    dev.hasResource(poolType, {
      DeletionPolicy: 'Delete',
      Properties: Match.objectLike({ DeletionProtection: 'INACTIVE' }),
    });
  });

  it('gives a browser codes to exchange, no secret, and tokens that end soon', () => {
    foundation.resourceCountIs(clientType, 1);
    foundation.hasResourceProperties(clientType, {
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthScopes: ['openid', 'email'],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      AccessTokenValidity: 60,
      IdTokenValidity: 60,
      RefreshTokenValidity: 720,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: 'ENABLED',
    });
  });

  it.each([
    ['its own name', { domain }, 'https://pay.example.com/dashboard'],
    [
      "the developer's machine in a development stage without one",
      { stage: 'dev', domain: undefined },
      'http://localhost:8787/dashboard',
    ],
  ] as const)('sends people back to %s', async (_name, settings, home) => {
    const template = (await synthesize(settings)).template('Foundation');
    template.hasResourceProperties(clientType, { CallbackURLs: [`${home}/callback`], LogoutURLs: [home] });
  });

  it('is where sessions come from that functions take', () => {
    const issuers = app
      .resources('AWS::Lambda::Function')
      .map(({ Properties }) => Properties.Environment.Variables.SESSION_ISSUER)
      .filter((issuer) => issuer !== undefined);
    expect(issuers.length).toBeGreaterThan(0);
    for (const issuer of issuers) {
      expect(JSON.stringify(issuer)).toMatch(/https:\/\/cognito-idp\.us-east-1\..*ExportsOutputRefIdentityPeople/);
    }
  });
});
