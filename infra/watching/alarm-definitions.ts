import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import {
  crashes,
  failedSignIns,
  type LogMetric,
  lateSaves,
  metricNamespace,
  refusals,
  toBeLookedAt,
} from './log-metrics.ts';

/** The resources that a school's alarms watch. */
export interface WatchedResources {
  /** For example `formroom-demo`: the API's name too. */
  name: string;
  stageName: string;
  changesExport: sfn.IStateMachine;
  canary: IFunction;
}

/** Whom an alarm is for: who is on call, at night too, or who looks in the morning. */
export type Urgency = 'at once' | 'next working day';

export interface AlarmDefinition {
  /**
   * In small letters: is in the alarm's name and heads its section in docs/operations/something-is-wrong.md.
   */
  title: string;
  /** When somebody has to look: the mail begins with it. */
  urgency: Urgency;
  /** The meaning for the school, for the mail. */
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

/**
 * `formroom-demo-calls-fail`. Without a colon or a blank: how CloudFormation reads those in the ARN of a rollback
 * trigger is written nowhere, and a trigger that is not found fails every upgrade.
 */
export const alarmName = (name: string, title: string): string => `${name}-${title.replaceAll(' ', '-')}`;

/** The alarms of a school, by their titles. */
const schoolAlarms = [
  ...(['calls fail', 'saves are late', 'flood of refusals', 'work fails', 'canary fails'] as const),
  ...(['many failed sign-ins', 'something to look at', 'no table export'] as const),
] as const;

/** Names of all alarms of a school: no beginning of a name is that of one school alone. */
export const alarmNamesOfSchool = (name: string): string[] => schoolAlarms.map((title) => alarmName(name, title));

/**
 * Alarms that say of a new version that it is broken: a deployment that sees one of them go off is taken back (ADR
 * 0104).
 */
export const rollbackAlarms = ['calls fail', 'work fails', 'canary fails'] as const;

/**
 * Every alarm of a school, one a signal however many functions there are, each of one metric: CloudWatch bills 0.10
 * dollars a metric and month, in an expression too, and 0.50 for an alarm composed of others.
 * `docs/operations/something-is-wrong.md` has a section for each. A school that no call reaches has none of its own:
 * the canary's calls do not reach it either.
 */
export function alarmDefinitions(watched: WatchedResources): AlarmDefinition[] {
  return [
    ...apiAlarms(watched),
    {
      title: 'work fails',
      urgency: 'next working day',
      meaning:
        'A function crashed, ran out of time or could not start, left a document out, or a job or an export ended without success.',
      metric: counted(watched.name, crashes),
      comparison: atLeast,
      threshold: 1,
      periods: 1,
      missing: quiet,
    },
    canaryAlarm(watched),
    {
      title: 'many failed sign-ins',
      urgency: 'next working day',
      meaning: 'Fifty wrong passwords in five minutes: somebody is guessing, or a whole school forgot.',
      metric: counted(watched.name, failedSignIns),
      comparison: atLeast,
      threshold: 50,
      periods: 1,
      missing: quiet,
    },
    {
      title: 'something to look at',
      urgency: 'next working day',
      meaning:
        'Reports were posted or a posting removed, students promoted or erased, the whole school put into a file, an administrator given rights; or an account and its group differ.',
      metric: counted(watched.name, toBeLookedAt),
      comparison: atLeast,
      threshold: 1,
      periods: 1,
      missing: quiet,
    },
    exportAlarm(watched),
  ];
}

/** Alarms of the account: of what its schools share, and of what hardly ever happens to any of them. */
export function accountAlarmDefinitions(deadLetters: IQueue): AlarmDefinition[] {
  return [
    {
      title: 'functions throttled',
      urgency: 'at once',
      meaning: 'Lambda refused to start functions: the account’s limit of concurrent executions is reached.',
      // Without a function's name: of all functions.
      metric: sum('AWS/Lambda', 'Throttles', {}),
      comparison: atLeast,
      threshold: 1,
      periods: 1,
      missing: quiet,
    },
    {
      title: 'table throttled',
      urgency: 'at once',
      meaning: 'DynamoDB turned writes away for ten minutes: one partition is too hot, or the load is no school’s.',
      metric: throttledWrites(),
      comparison: atLeast,
      threshold: 10,
      periods: 2,
      missing: quiet,
    },
    {
      title: 'start failed',
      urgency: 'next working day',
      meaning: 'EventBridge could not start an export: what it would have started is in the dead letter queue.',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes }),
      comparison: atLeast,
      threshold: 1,
      periods: 1,
      missing: quiet,
    },
    {
      title: 'mail reports wait',
      urgency: 'next working day',
      meaning:
        'A rule could start nothing: a report about an e-mail waits in its school’s queue for four days, or a first export did not begin.',
      metric: unheardEvents(),
      comparison: atLeast,
      threshold: 1,
      periods: 1,
      missing: quiet,
    },
    {
      title: 'letters bounce',
      urgency: 'next working day',
      meaning: 'Three e-mails in a hundred came back: SES looks at an account at five, and pauses it at ten.',
      metric: reputation('BounceRate'),
      comparison: atLeast,
      threshold: 0.03,
      periods: 1,
      missing: quiet,
    },
    {
      title: 'letters marked as spam',
      urgency: 'next working day',
      meaning: 'One e-mail in a thousand was marked as spam: SES looks at the account, and pauses it at five.',
      metric: reputation('ComplaintRate'),
      comparison: atLeast,
      threshold: 0.001,
      periods: 1,
      missing: quiet,
    },
  ];
}

/** SES's own share of e-mails, 0 to 1, of the account: it is the account that SES pauses, with all of its schools. */
const reputation = (rate: 'BounceRate' | 'ComplaintRate'): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    statistic: 'Average',
    period: Duration.hours(1),
  });

/**
 * Writes alone: a throttled transaction is a save that waits. Reads that are throttled for longer than their repeats
 * make calls slow and then fail, for which there are alarms. Of every table by itself; the alarm names the one. A table
 * has this metric in hours in which a write is throttled, so one query for all costs less than two metrics a school.
 */
const throttledWrites = (): cloudwatch.MathExpression =>
  new cloudwatch.MathExpression({
    expression: 'SELECT SUM(WriteThrottleEvents) FROM SCHEMA("AWS/DynamoDB", TableName) GROUP BY TableName',
    label: 'throttled writes',
    period: fiveMinutes,
  });

/**
 * Events that rules put into queues. A rule has this metric in hours in which it does, so one query costs next to
 * nothing; the alarm names the rule, whose stack is the school's.
 */
const unheardEvents = (): cloudwatch.MathExpression =>
  new cloudwatch.MathExpression({
    expression: 'SELECT SUM(InvocationsSentToDlq) FROM SCHEMA("AWS/Events", RuleName) GROUP BY RuleName',
    label: 'events that started nothing',
    period: fiveMinutes,
  });

/**
 * Promised is that 999 of 1,000 saves take a second at most, and a school saves some 350 times in an hour of work. At
 * fourteen times that share of late ones a month's allowance is gone in two days.
 */
const lateSavesOfHour = 5;

function apiAlarms({ name, stageName }: WatchedResources): AlarmDefinition[] {
  const dimensions = { ApiName: name, Stage: stageName };
  return [
    {
      title: 'calls fail',
      urgency: 'at once',
      meaning: 'Five calls in five minutes were answered with a server error.',
      metric: sum('AWS/ApiGateway', '5XXError', dimensions),
      comparison: atLeast,
      threshold: 5,
      periods: 1,
      missing: quiet,
    },
    {
      title: 'saves are late',
      urgency: 'at once',
      meaning: 'Five saves within an hour took more than a second, or failed: fourteen times what is promised.',
      metric: counted(name, lateSaves, Duration.hours(1)),
      comparison: atLeast,
      threshold: lateSavesOfHour,
      periods: 1,
      missing: quiet,
    },
    {
      title: 'flood of refusals',
      urgency: 'at once',
      meaning:
        'Two hundred calls in five minutes were forbidden: the site has lost its key, or somebody is trying doors.',
      metric: counted(name, refusals),
      comparison: atLeast,
      threshold: 200,
      periods: 1,
      missing: quiet,
    },
  ];
}

/** One failed round may be the network between two places; a canary that does not run sees nothing. */
function canaryAlarm({ canary }: WatchedResources): AlarmDefinition {
  return {
    title: 'canary fails',
    urgency: 'at once',
    meaning: 'Two of three rounds of the canary failed or did not run: the sign-in page or the health call.',
    metric: sum('AWS/Lambda', 'Errors', { FunctionName: canary.functionName }),
    comparison: atLeast,
    threshold: 1,
    periods: 3,
    datapoints: 2,
    missing: alarming,
  };
}

/**
 * Of the runs for changes, each of which is a success only where it has begun the export of all records if that was
 * due; one of all records that then fails is work that fails. The latter alone cannot be waited for: CloudWatch looks
 * back a week at most, which is how often it runs. Nine hours are more than two runs are apart, and less than two runs
 * of which the one between was lost.
 */
function exportAlarm({ changesExport }: WatchedResources): AlarmDefinition {
  const dimensions = { StateMachineArn: changesExport.stateMachineArn };
  return {
    title: 'no table export',
    urgency: 'next working day',
    meaning: 'No export of the tables succeeded for nine hours, whatever the reason: one is due every six.',
    metric: sum('AWS/States', 'ExecutionsSucceeded', dimensions, Duration.hours(3)),
    comparison: below,
    threshold: 1,
    periods: 3,
    missing: alarming,
  };
}

const counted = (name: string, metric: LogMetric, period?: Duration): cloudwatch.Metric =>
  sum(metricNamespace(name), metric.name, {}, period);

function sum(
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  period = fiveMinutes,
): cloudwatch.Metric {
  return new cloudwatch.Metric({ namespace, metricName, dimensionsMap, statistic: 'Sum', period });
}
