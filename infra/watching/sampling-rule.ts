import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import type { Construct } from 'constructs';

/** The longest name that a rule may have; it is also more than a school's name has characters. */
const longestName = 32;

/**
 * How many of a school's calls and runs X-Ray traces; without a rule the account's own would trace one a second, and 5
 * % of the others. API Gateway calls itself `formroom-demo/live`, a state machine by its name. A school's name may
 * begin another's: the longer is matched first.
 */
export const addSamplingRule = (
  scope: Construct,
  { name, percent }: { name: string; percent: number },
): CfnSamplingRule =>
  new CfnSamplingRule(scope, 'Tracing', {
    samplingRule: {
      ruleName: name,
      version: 1,
      priority: 1 + longestName - name.length,
      serviceName: `${name}*`,
      fixedRate: percent / 100,
      reservoirSize: 0,
      serviceType: '*',
      resourceArn: '*',
      host: '*',
      httpMethod: '*',
      urlPath: '*',
    },
  });
