import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Throttle } from '../api/api-stage.ts';

/** The shortest time that WAF counts in. */
const seconds = 60;

/**
 * A web ACL of one rule, for CloudFront: an address that calls more than half of what the whole school may, for a
 * minute, is answered 429 until it calls less. Half, because a school is often behind one address (ADR 0085). A rule
 * more, and AWS's own lists, would cost more and read bodies, which are students' data.
 */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { name, people }: { name: string; people: Throttle }) {
    super(scope, id);
    const counting = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // Samples would hold addresses and paths of the last three hours.
      sampledRequestsEnabled: false,
    });
    this.arn = new CfnWebACL(this, 'Acl', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: counting(name),
      rules: [
        {
          name: 'one-address',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: {
              limit: Math.max(1, Math.floor(people.rate / 2)) * seconds,
              evaluationWindowSec: seconds,
              aggregateKeyType: 'IP',
            },
          },
          visibilityConfig: counting(`${name}-one-address`),
        },
      ],
    }).attrArn;
  }
}
