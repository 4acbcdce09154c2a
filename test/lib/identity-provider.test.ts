import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Synthesized, synthesize } from './support/synthesize.ts';

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
      DeletionPolicy: 'Retain',
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
    ["the developer's machine in a development stage without one", { stage: 'dev' }, 'http://localhost:8787/dashboard'],
  ] as const)('sends people back to %s', async (_name, settings, home) => {
    const template = (await synthesize(settings)).template('Foundation');
    template.hasResourceProperties(clientType, { CallbackURLs: [`${home}/callback`], LogoutURLs: [home] });
  });

  it('sends nobody to their own machine in production: without a name there is no sign-in', async () => {
    const template = (await synthesize()).template('Foundation');
    template.hasResourceProperties(clientType, {
      AllowedOAuthFlowsUserPoolClient: false,
      AllowedOAuthFlows: Match.absent(),
      CallbackURLs: Match.absent(),
    });
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
