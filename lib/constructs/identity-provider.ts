import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  StandardThreatProtectionMode,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { outlivesInProduction } from '../removal.ts';
import type { Settings } from '../settings.ts';
import type { StageParts } from './capabilities/grant-capabilities.ts';
import { domainOfAddress } from './capabilities/mail-sender.ts';
import { SignInFirewall } from './sign-in-firewall.ts';

/** The dashboard of a stage without its own domain runs on the developer's machine. */
const localDashboard = 'http://localhost:8787/dashboard';

/**
 * The user pool of the people who sign in to the dashboard. It identifies a person, and their membership in the table
 * says what they may do. People can therefore sign up by themselves, and have no access until they accept an
 * invitation; to create accounts for them, a function would need permission to create users. WAF limits how often an
 * address can sign up.
 */
export class IdentityProvider extends Construct {
  private readonly pool: UserPool;
  private readonly dashboard: UserPoolClient;

  constructor(scope: Construct, id: string, { settings }: { readonly settings: Settings }) {
    super(scope, id);
    this.pool = this.createPool(settings);
    this.pool.addDomain('SignIn', {
      // The prefix must be unique in the region, across all accounts. It holds no state.
      cognitoDomain: { domainPrefix: `sluice-${settings.stage}-${settings.account ?? Aws.ACCOUNT_ID}` },
    });
    if (settings.signInFirewall) new SignInFirewall(this, 'Firewall', { settings, poolArn: this.pool.userPoolArn });
    this.dashboard = this.createDashboardClient(settings);
  }

  /** Which tokens to accept. The keys that verify them are public, so nothing is granted. */
  get parts(): StageParts {
    const { region } = Stack.of(this);
    const sessionIssuer = `https://cognito-idp.${region}.${Aws.URL_SUFFIX}/${this.pool.userPoolId}`;
    return { resources: {}, facts: { sessionIssuer, sessionClientId: this.dashboard.userPoolClientId } };
  }

  /** The names that operators' commands use for the pool and the dashboard's client. */
  get names(): { readonly pool: string; readonly client: string } {
    return { pool: this.pool.userPoolId, client: this.dashboard.userPoolClientId };
  }

  private createPool(settings: Settings): UserPool {
    const keep = settings.stage === 'prod';
    return new UserPool(this, 'People', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      email: mailOf(settings),
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Someone who takes over a phone number would get its codes by SMS.
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 14,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(1),
      },
      // Refuses passwords that are known to be stolen, and suspicious sign-ins.
      featurePlan: FeaturePlan.PLUS,
      standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
      deletionProtection: keep,
      removalPolicy: outlivesInProduction(settings),
    });
  }

  /** The dashboard runs in browsers and cannot keep a secret, so it uses PKCE instead. */
  private createDashboardClient({ domain }: Settings): UserPoolClient {
    const home = domain ? `https://${domain.name}/dashboard` : localDashboard;
    return this.pool.addClient('Dashboard', {
      generateSecret: false,
      authFlows: { user: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${home}/callback`],
        logoutUrls: [home],
      },
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.hours(12),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
  }
}

/** Codes for signing up and for resetting a password. Cognito's own sender is only for trials: 50 mails a day. */
function mailOf({ mailFrom, mailIdentity }: Settings): UserPoolEmail | undefined {
  if (mailFrom === undefined) return undefined;
  const sesVerifiedDomain = mailIdentity === 'domain' ? domainOfAddress(mailFrom) : undefined;
  return UserPoolEmail.withSES({ fromEmail: mailFrom, fromName: 'Sluice', sesVerifiedDomain });
}
