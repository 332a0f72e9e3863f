import { Metrics } from '@aws-lambda-powertools/metrics';
import { type ActivityMetric, activityNamespace, activityService } from '#shared/activity-metrics.ts';
import { currentWork } from './correlation.ts';

const metrics = new Metrics({ namespace: activityNamespace, serviceName: activityService });

/**
 * Counts one into a metric: writes a line in CloudWatch's embedded metric format. On one machine nothing reads such
 * lines, and none is written.
 */
export function countActivity(metric: ActivityMetric): void {
  const school = process.env.SCHOOL;
  if (school === undefined) return;
  const single = metrics.singleMetric().addMetadata('school', school);
  for (const [field, value] of Object.entries(currentWork() ?? {})) if (value) single.addMetadata(field, value);
  single.addMetric(metric, 'Count', 1);
}
