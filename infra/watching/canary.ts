import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { logGroupName } from '../names.ts';
import { createWatchedLog } from './watched-log.ts';

export interface CanaryProps {
  /** For example `formroom-demo`. */
  name: string;
  /** Folder of the built function. */
  bundle: string;
  /** Where the school signs in, for example `https://marks.school.example`. */
  address: string;
}

/** Looks at the school every five minutes, as a browser would (`infra/watching/canary/round.ts`). */
export class Canary extends Construct {
  readonly function: lambda.Function;

  constructor(scope: Construct, id: string, { name, bundle, address }: CanaryProps) {
    super(scope, id);
    const logGroup = createWatchedLog(this, 'Log', { name, logGroupName: logGroupName(name, 'canary'), counts: [] });
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.function = new lambda.Function(this, 'Function', {
      functionName: `${name}-canary`,
      description: 'Looks at the sign-in page and the health call',
      code: lambda.Code.fromAsset(bundle),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: 256,
      timeout: Duration.seconds(40),
      // The next round comes soon enough; a second try would count a failure twice. Neither a failed round nor one that
      // was not begun goes to a queue: the alarm counts both, and a later round replaces one that was lost.
      retryAttempts: 0,
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      environment: { ADDRESS: address },
    });
    new events.Rule(this, 'Rounds', {
      description: 'A round of the canary every five minutes',
      schedule: events.Schedule.rate(Duration.minutes(5)),
      targets: [new LambdaFunction(this.function, { retryAttempts: 0, maxEventAge: Duration.minutes(2) })],
    });
  }
}
