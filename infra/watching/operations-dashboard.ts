import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { inEveryRegion } from '../names.ts';
import type { AlarmDefinition } from './alarm-definitions.ts';

const graphsInRow = 3;

/** One graph an alarm, with the line that must not be crossed: what the mail speaks of is what the operator then sees. */
export function operationsDashboard(scope: Construct, name: string, definitions: readonly AlarmDefinition[]): void {
  const dashboard = new cloudwatch.Dashboard(scope, 'Dashboard', {
    dashboardName: inEveryRegion(scope, name),
    defaultInterval: Duration.days(1),
  });
  const graphs = definitions.map(
    ({ title, meaning, metric, threshold }) =>
      new cloudwatch.GraphWidget({
        title,
        width: 24 / graphsInRow,
        left: [metric],
        leftAnnotations: [{ value: threshold, label: meaning.slice(0, 60), color: cloudwatch.Color.RED }],
        leftYAxis: { min: 0, showUnits: false },
        legendPosition: cloudwatch.LegendPosition.HIDDEN,
      }),
  );
  for (let first = 0; first < graphs.length; first += graphsInRow) {
    dashboard.addWidgets(...graphs.slice(first, first + graphsInRow));
  }
}
