import { Duration, ReferenceStrength, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { longestOneTimePasswordDays } from '#shared/accounts/auth/password.ts';
import { roles } from '#shared/http/contract.ts';

/**
 * Who may sign in (rules 17, 18): users and groups are in Cognito, which checks passwords and the codes of apps.
 * Sessions, permissions and throttling are the application's own.
 */
export class StaffDirectory extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    this.pool = new cognito.UserPool(this, 'Pool', {
      userPoolName: name,
      selfSignUpEnabled: false,
      signInAliases: { username: true },
      signInCaseSensitive: false,
      accountRecovery: cognito.AccountRecovery.NONE,
      // What every account's rule in shared/accounts/auth/password.ts has in common; a test holds the two together.
      passwordPolicy: {
        minLength: 10,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(longestOneTimePasswordDays),
      },
      // Optional for the pool: the application says who has to set one up (ADR 0089).
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      featurePlan: cognito.FeaturePlan.LITE,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    for (const role of roles)
      new cognito.CfnUserPoolGroup(this, role, { userPoolId: this.pool.userPoolId, groupName: role });

    this.client = this.pool.addClient('Application', {
      userPoolClientName: name,
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // As long as the application waits for a code (functions/accounts/auth/second-factor-step.ts).
      authSessionValidity: Duration.minutes(5),
      // A token proves one sign-in, for as long as an app is being set up; these are the shortest lives Cognito allows.
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.minutes(60),
    });
    // CDK adds the refresh flow to every client; nothing here ever refreshes a token.
    (this.client.node.defaultChild as cognito.CfnUserPoolClient).explicitAuthFlows = ['ALLOW_ADMIN_USER_PASSWORD_AUTH'];

    // The one thing that others refer to and that may be lost: a pool that is made again has another id, and an export
    // that is in use could not change (ADR 0006).
    for (const part of [this.pool, this.client]) part.applyCrossStackReferenceStrength(ReferenceStrength.WEAK);

    Validations.of(this.pool).acknowledge(
      {
        id: 'AwsSolutions-COG1',
        reason:
          'Ten characters with small and capital letters and digits: the rule that the sign-in screens state, longer than the check asks, without symbols.',
      },
      {
        id: 'AwsSolutions-COG2',
        reason:
          'Authenticator apps are optional in the pool; the school file says who has to set one up, and then no session is opened without a code (ADR 0089).',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'The Plus plan costs 0.02 dollars a user and month and judges by addresses that Cognito does not see, for the functions call it; throttling is the application’s own.',
      },
    );
  }
}
