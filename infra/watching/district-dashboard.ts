import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type ActivityMetric, activityMetrics, activityNamespace, activityService } from '#shared/activity-metrics.ts';
import { nameWithRegion } from '../constructs/names-in-stack.ts';
import { applicationName, logGroupName, schoolName } from '../names.ts';

/** A graph with a line for each school. */
interface SchoolsGraph {
  /** Title of the alarm on it; the first two have none. */
  title: string;
  /** Namespace and dimensions of the metric; a school's own namespaces have none. */
  of?: string;
  metric: string;
  statistic?: string;
  /** Words of a school's name in the metric beside the application's. */
  words?: string;
  /** What tells schools apart, as a label names it. */
  label: string;
}

const ofApi = { of: 'AWS/ApiGateway,ApiName,Stage', label: 'Dim.ApiName' };
const ofLogs = { label: 'Namespace' };

/** Calls of each school, then a graph for each signal that has an alarm. */
const graphs: readonly SchoolsGraph[] = [
  { title: 'calls', metric: 'Count', ...ofApi },
  { title: 'calls fail', metric: '5XXError', ...ofApi },
  { title: 'time of calls (p95)', metric: 'Latency', statistic: 'p95', ...ofApi },
  { title: 'saves are late', metric: 'LateSaves', ...ofLogs },
  { title: 'work fails', metric: 'FailedWork', ...ofLogs },
  {
    title: 'canary fails',
    of: 'AWS/Lambda,FunctionName',
    metric: 'Errors',
    words: 'canary',
    label: 'Dim.FunctionName',
  },
  { title: 'flood of refusals', metric: 'Refusals', ...ofLogs },
  { title: 'many failed sign-ins', metric: 'FailedSignIns', ...ofLogs },
  { title: 'something to look at', metric: 'ToBeLookedAt', ...ofLogs },
  {
    title: 'no table export',
    of: 'AWS/States,StateMachineArn',
    metric: 'ExecutionsSucceeded',
    words: 'changes export',
    label: 'Dim.StateMachineArn',
  },
  { title: 'table throttled', of: 'AWS/DynamoDB,TableName', metric: 'WriteThrottleEvents', label: 'Dim.TableName' },
  {
    title: 'start failed',
    of: 'AWS/SQS,QueueName',
    metric: 'ApproximateNumberOfMessagesVisible',
    statistic: 'Maximum',
    words: 'dead letters',
    label: 'Dim.QueueName',
  },
  {
    title: 'mail reports wait',
    of: 'AWS/SQS,QueueName',
    metric: 'ApproximateNumberOfMessagesVisible',
    statistic: 'Maximum',
    words: 'mail reports',
    label: 'Dim.QueueName',
  },
];

const graphsInRow = 3;

/**
 * All schools of the account side by side. CloudWatch searches the metrics when somebody looks: a new school is there
 * without a deployment, and one that was taken down is gone two weeks after its last figure. A search finds 500 lines
 * at most, which are more than the schools that an account takes.
 */
export function addDistrictDashboard(scope: Construct): void {
  const dashboard = new cloudwatch.Dashboard(scope, 'Dashboard', {
    dashboardName: nameWithRegion(scope, applicationName),
    defaultInterval: Duration.days(1),
    variables: [chosenLog],
  });
  for (let first = 0; first < graphs.length; first += graphsInRow) {
    dashboard.addWidgets(...graphs.slice(first, first + graphsInRow).map(graphOf));
  }
  dashboard.addWidgets(
    activityGraph('what people did, all schools', ['SignIns', 'MarksSaved', 'JobsBegun', 'JobsFinished']),
    activityGraph('what was refused or failed, all schools', [
      ...(['RefusedSignIns', 'RefusedSaves', 'SaveConflicts', 'JobsFailed'] as const),
    ]),
  );
  dashboard.addWidgets(
    logTable('calls of the chosen school, the slowest first', [
      'filter message = "call"',
      'stats count(*) as calls, pct(milliseconds, 95) as p95, max(milliseconds) as slowest by call',
      'sort p95 desc',
      'limit 50',
    ]),
    logTable('what people did in the chosen school', [
      `stats ${countedByCalls.map((metric) => `sum(${metric}) as ${metric}_`).join(', ')} by bin(1d) as day`,
      'sort day desc',
    ]),
  );
}

/** Jobs end in a log of their own. */
const countedByCalls: readonly ActivityMetric[] = [
  ...(['SignIns', 'RefusedSignIns', 'MarksSaved', 'SaveConflicts', 'RefusedSaves', 'JobsBegun'] as const),
];

/** Stands for the log of calls of whichever school is chosen. */
const anyLog = logGroupName(schoolName('school'), 'calls');

/** The schools to choose from: whatever has a log of calls into which something was written. */
const chosenLog = new cloudwatch.DashboardVariable({
  id: 'log',
  label: 'School',
  type: cloudwatch.VariableType.PATTERN,
  value: anyLog,
  inputType: cloudwatch.VariableInputType.SELECT,
  values: cloudwatch.Values.fromSearch(
    `{AWS/Logs,LogGroupName} MetricName="IncomingLogEvents" ${applicationName} calls`,
    'LogGroupName',
  ),
  defaultValue: cloudwatch.DefaultValue.FIRST,
  visible: true,
});

/**
 * Counted for all schools together: a metric for each school would cost 0.30 dollars a month
 * (`shared/activity-metrics.ts`).
 */
const activityGraph = (title: string, metrics: readonly ActivityMetric[]): cloudwatch.GraphWidget =>
  new cloudwatch.GraphWidget({
    title,
    width: 12,
    leftYAxis: { min: 0, showUnits: false },
    left: metrics.map(
      (metricName) =>
        new cloudwatch.Metric({
          namespace: activityNamespace,
          dimensionsMap: { service: activityService },
          metricName,
          label: activityMetrics[metricName],
          statistic: 'Sum',
          period: Duration.minutes(5),
        }),
    ),
  });

/** Read from the log when the dashboard is opened, by Logs Insights: no metric is charged. */
const logTable = (title: string, queryLines: string[]): cloudwatch.LogQueryWidget =>
  new cloudwatch.LogQueryWidget({
    title,
    width: 12,
    logGroupNames: [anyLog],
    queryLines,
    view: cloudwatch.LogQueryVisualizationType.TABLE,
  });

function graphOf({ title, of, metric, statistic = 'Sum', words, label }: SchoolsGraph): cloudwatch.GraphWidget {
  // Whatever a school has begins with the application's name, which is a word of its own to the search.
  const terms = [of && `{${of}}`, `MetricName="${metric}"`, applicationName, words].filter(Boolean).join(' ');
  const lines = new cloudwatch.SearchExpression({
    expression: `SEARCH('${terms}', '${statistic}', 300)`,
    label: `\${PROP('${label}')}`,
    period: Duration.minutes(5),
  });
  return new cloudwatch.GraphWidget({
    title,
    width: 24 / graphsInRow,
    left: [lines],
    leftYAxis: { min: 0, showUnits: false },
  });
}
