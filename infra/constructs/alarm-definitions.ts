import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';

/** What alarms and dashboard look at. */
export interface Watched {
  apiName: string;
  stageName: string;
  functionNames: readonly string[];
  tableName: string;
  userPool: cognito.IUserPool;
  userPoolClient: cognito.IUserPoolClient;
  tableExport: sfn.IStateMachine;
}

export interface AlarmDefinition {
  /** Is in the alarm's name and heads its section in docs/operations.md. */
  title: string;
  /** What it means to the school; is in the mail. */
  meaning: string;
  metric: cloudwatch.IMetric;
  comparison: cloudwatch.ComparisonOperator;
  threshold: number;
  /** Periods looked at, and how many of them must be bad (all, when absent). */
  periods: number;
  datapoints?: number;
  missing: cloudwatch.TreatMissingData;
}

const fiveMinutes = Duration.minutes(5);
const { GREATER_THAN_OR_EQUAL_TO_THRESHOLD: atLeast, LESS_THAN_THRESHOLD: below } = cloudwatch.ComparisonOperator;
const { NOT_BREACHING: quiet, BREACHING: alarming } = cloudwatch.TreatMissingData;

/** Operations whose failures a function could not hide; an alarm takes ten metrics at most. */
const tableOperations = ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'TransactWriteItems', 'UpdateItem'];

/**
 * Every alarm of a school. CloudWatch bills 0.10 dollars a metric and month after an account's first ten, so each alarm
 * here earns its place: `docs/operations.md` has a section for it.
 */
export function alarmDefinitions(watched: Watched): AlarmDefinition[] {
  return [
    ...apiAlarms(watched),
    ...watched.functionNames.map(
      (name): AlarmDefinition => ({
        title: `errors in ${name}`,
        meaning: `The function ${name} ended without an answer of its own: crashed, ran out of time or could not start.`,
        metric: sum('AWS/Lambda', 'Errors', { FunctionName: name }),
        ...{ comparison: atLeast, threshold: 1, periods: 1, missing: quiet },
      }),
    ),
    {
      title: 'functions throttled',
      meaning: 'Lambda refused to start functions: the account’s limit of concurrent executions is reached.',
      // The limit is shared by the whole account, and so is the metric without a function's name.
      metric: sum('AWS/Lambda', 'Throttles', {}),
      ...{ comparison: atLeast, threshold: 1, periods: 1, missing: quiet },
    },
    ...tableAlarms(watched),
    signInAlarm(watched),
    ...exportAlarms(watched),
  ];
}

function apiAlarms({ apiName, stageName }: Watched): AlarmDefinition[] {
  const dimensions = { ApiName: apiName, Stage: stageName };
  return [
    {
      title: 'calls fail',
      meaning: 'At least 5 calls in five minutes, and 1 % of all, were answered with a server error.',
      metric: new cloudwatch.MathExpression({
        expression: 'IF(failed >= 5, 100 * failed / calls, 0)',
        usingMetrics: {
          failed: sum('AWS/ApiGateway', '5XXError', dimensions),
          calls: sum('AWS/ApiGateway', 'Count', dimensions),
        },
        label: 'failed calls, %',
        period: fiveMinutes,
      }),
      ...{ comparison: atLeast, threshold: 1, periods: 1, missing: quiet },
    },
    {
      title: 'calls are slow',
      meaning: 'One call in twenty took two seconds or longer, for a quarter of an hour.',
      metric: new cloudwatch.Metric({
        namespace: 'AWS/ApiGateway',
        metricName: 'Latency',
        dimensionsMap: dimensions,
        statistic: 'p95',
        period: fiveMinutes,
      }),
      ...{ comparison: atLeast, threshold: 2000, periods: 3, missing: quiet },
    },
  ];
}

function tableAlarms({ tableName }: Watched): AlarmDefinition[] {
  const throttled = {
    reads: sum('AWS/DynamoDB', 'ReadThrottleEvents', { TableName: tableName }),
    writes: sum('AWS/DynamoDB', 'WriteThrottleEvents', { TableName: tableName }),
  };
  const failures = Object.fromEntries(
    tableOperations.map((operation) => [
      operation.charAt(0).toLowerCase() + operation.slice(1),
      sum('AWS/DynamoDB', 'SystemErrors', { TableName: tableName, Operation: operation }),
    ]),
  );
  return [
    {
      title: 'table throttled',
      meaning: 'DynamoDB turned requests away for ten minutes: one partition is too hot, or the load is no school’s.',
      metric: total(throttled, 'throttled requests'),
      ...{ comparison: atLeast, threshold: 10, periods: 2, missing: quiet },
    },
    {
      title: 'table errors',
      meaning: 'DynamoDB itself failed. The SDK retries; if it goes on, look at AWS’s health page.',
      metric: total(failures, 'system errors'),
      ...{ comparison: atLeast, threshold: 5, periods: 1, missing: quiet },
    },
  ];
}

/** Cognito counts 1 for a right password and 0 for a wrong one: what is missing to the number of tries failed. */
function signInAlarm({ userPool, userPoolClient }: Watched): AlarmDefinition {
  const attempts = (statistic: string) =>
    new cloudwatch.Metric({
      namespace: 'AWS/Cognito',
      metricName: 'SignInSuccesses',
      dimensionsMap: { UserPool: userPool.userPoolId, UserPoolClient: userPoolClient.userPoolClientId },
      statistic,
      period: fiveMinutes,
    });
  return {
    title: 'many failed sign-ins',
    meaning: 'Fifty wrong passwords in five minutes: somebody is guessing, or a whole school forgot.',
    metric: new cloudwatch.MathExpression({
      expression: 'tries - successes',
      usingMetrics: { tries: attempts('SampleCount'), successes: attempts('Sum') },
      label: 'failed sign-ins',
      period: fiveMinutes,
    }),
    ...{ comparison: atLeast, threshold: 50, periods: 1, missing: quiet },
  };
}

function exportAlarms({ tableExport }: Watched): AlarmDefinition[] {
  const executions = (metricName: string, period = fiveMinutes) =>
    sum('AWS/States', metricName, { StateMachineArn: tableExport.stateMachineArn }, period);
  return [
    {
      title: 'table export failed',
      meaning: 'A scheduled export of the table failed, timed out or was stopped.',
      metric: total(
        {
          failed: executions('ExecutionsFailed'),
          timedOut: executions('ExecutionsTimedOut'),
          stopped: executions('ExecutionsAborted'),
        },
        'failed exports',
      ),
      ...{ comparison: atLeast, threshold: 1, periods: 1, missing: quiet },
    },
    {
      title: 'no table export',
      meaning: 'No export of the table succeeded for five days, whatever the reason: the schedule is two a week.',
      metric: executions('ExecutionsSucceeded', Duration.days(1)),
      ...{ comparison: below, threshold: 1, periods: 5, missing: alarming },
    },
  ];
}

function sum(
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  period = fiveMinutes,
): cloudwatch.Metric {
  return new cloudwatch.Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period });
}

/** The metrics of one alarm added up; one without data counts as 0. */
function total(metrics: Record<string, cloudwatch.IMetric>, label: string): cloudwatch.MathExpression {
  const expression = Object.keys(metrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new cloudwatch.MathExpression({ expression, usingMetrics: metrics, label, period: fiveMinutes });
}
