import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { alarmDefinitions, type WatchedResources } from '../watching/alarm-definitions.ts';
import { Canary } from '../watching/canary.ts';
import { addMonthlyBudget } from '../watching/monthly-budget.ts';
import { OperatorAlarms } from '../watching/operator-alarms.ts';

export interface OperationsStackProps extends StackProps {
  /** For example `formroom-demo`. */
  name: string;
  schoolId: string;
  operatorEmail: string;
  /** US dollars a month. */
  budget: number;
  /** Where the school signs in, for example `https://marks.school.example`. */
  address: string;
  /** The commit that is deployed, if known. */
  version?: unknown;
  /** Folder of the built canary. */
  canary: string;
  watched: Omit<WatchedResources, 'name' | 'canary'>;
}

/**
 * Tells the operator by mail when something is wrong or dear (docs/operations/something-is-wrong.md says what to do
 * about each alarm).
 */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsStackProps) {
    super(scope, id, props);
    const { name, operatorEmail } = props;
    const { function: canary } = new Canary(this, 'Canary', { name, bundle: props.canary, address: props.address });
    const notices = new OperatorAlarms(this, 'Notices', { name, operatorEmail });
    for (const definition of alarmDefinitions({ ...props.watched, name, canary })) notices.alarm(definition);
    addMonthlyBudget(this, props);
    if (typeof props.version === 'string') {
      new CfnOutput(this, 'Version', { description: 'The commit that is deployed', value: props.version });
    }
  }
}
