import { Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Throttle } from '../api/api-stage.ts';

/** How many calls come through CloudFront. */
export interface OriginThrottles {
  /** All calls but the strangers', in one bucket. */
  people: Throttle;
  /** Each call that needs no session, in a bucket of its own: a flood of sign-ins leaves teachers' saves alone. */
  stranger: Throttle;
  strangersCalls: readonly { method: string; path: string }[];
}

/**
 * Raise by one and deploy to replace the key. The old one works until CloudFront sends the new one everywhere, for
 * CloudFormation removes replaced resources last.
 */
const generation = 1;

/**
 * What CloudFront shows API Gateway with every request: an API key that nobody else knows. Requests past CloudFront are
 * refused by API Gateway itself, before a function runs, so the viewer's address that CloudFront reports can be
 * trusted.
 */
export class OriginKey extends Construct {
  /** Resolved when CloudFormation deploys; it is in no template. */
  readonly value: string;

  constructor(
    scope: Construct,
    id: string,
    { name, api, throttles }: { name: string; api: apigateway.RestApiBase; throttles: OriginThrottles },
  ) {
    super(scope, id);
    const secret = new secretsmanager.Secret(this, `Secret${generation}`, {
      description: `${name}: what CloudFront shows API Gateway`,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFormation reads the value when it deploys; rotation is a deployment (docs/operations/every-week.md), not a schedule that CloudFront would not notice.',
    });
    this.value = secret.secretValue.unsafeUnwrap();
    const key = new apigateway.ApiKey(this, `Key${generation}`, {
      apiKeyName: `${name}-cloudfront-${generation}`,
      value: this.value,
    });
    const plan = new apigateway.CfnUsagePlan(this, 'Plan', {
      usagePlanName: `${name}-cloudfront`,
      throttle: toLimits(throttles.people),
      apiStages: [
        {
          apiId: api.restApiId,
          stage: api.deploymentStage.stageName,
          // Not of the stage, where `/*/*` alone opens and closes the school.
          throttle: Object.fromEntries(
            throttles.strangersCalls.map(({ method, path }) => [`${path}/${method}`, toLimits(throttles.stranger)]),
          ),
        },
      ],
    });
    new apigateway.CfnUsagePlanKey(this, `PlanKey${generation}`, {
      usagePlanId: plan.ref,
      keyId: key.keyId,
      keyType: 'API_KEY',
    });
  }
}

const toLimits = ({ rate, burst }: Throttle) => ({ rateLimit: rate, burstLimit: burst });
