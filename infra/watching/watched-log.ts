import { RemovalPolicy } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { filterPattern, type LogMetric, metricNamespace } from './log-metrics.ts';

export interface WatchedLogProps {
  /** For example `formroom-demo`. */
  name: string;
  logGroupName: string;
  /** The metrics counted from it. */
  counts: readonly LogMetric[];
}

/** A log that is kept for three months, with what the alarms count in it. An hour without such a line costs nothing. */
export function createWatchedLog(
  scope: Construct,
  id: string,
  { name, logGroupName, counts }: WatchedLogProps,
): logs.LogGroup {
  const logGroup = new logs.LogGroup(scope, id, {
    logGroupName,
    retention: logs.RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  for (const metric of counts) {
    logGroup.addMetricFilter(metric.name, {
      filterPattern: logs.FilterPattern.literal(filterPattern(metric)),
      metricNamespace: metricNamespace(name),
      metricName: metric.name,
      metricValue: '1',
    });
  }
  return logGroup;
}
