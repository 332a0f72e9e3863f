/**
 * What `aws cloudwatch describe-alarms` says of an alarm, as far as it matters here. Times are ISO 8601, the period is
 * in seconds.
 */
export interface WatchedAlarm {
  AlarmName: string;
  StateValue: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  TreatMissingData?: string;
  AlarmConfigurationUpdatedTimestamp: string;
  EvaluationPeriods: number;
  /** Absent where the alarm is of an expression: those have periods of five minutes. */
  Period?: number;
}

const roundOf = ({ Period = 300, EvaluationPeriods }: WatchedAlarm): number => Period * EvaluationPeriods * 1000;

/** Whether its round is one that a deployment can wait for: that of the exports takes nine hours. */
export const isShortAlarm = (alarm: WatchedAlarm): boolean => roundOf(alarm) <= 30 * 60_000;

/**
 * Whether the alarm has data to judge by. One that counts missing data as bad is red from the minute in which it was
 * made until all its periods have passed.
 */
export const hasEnoughAlarmData = (alarm: WatchedAlarm, now: Date): boolean =>
  alarm.TreatMissingData !== 'breaching' ||
  now.getTime() - new Date(alarm.AlarmConfigurationUpdatedTimestamp).getTime() >= roundOf(alarm);

/** Why a deployment is not well; undefined where it is. No alarm at all is a fault too: then nobody looks. */
export function whyDeploymentUnhealthy(alarms: readonly WatchedAlarm[], now: Date): string | undefined {
  if (alarms.length === 0) return 'The school has no alarms: its operations stack is not deployed.';
  const bad = alarms.filter((alarm) => alarm.StateValue === 'ALARM' && hasEnoughAlarmData(alarm, now));
  return bad.length > 0 ? `Alarms went off: ${bad.map(({ AlarmName }) => AlarmName).join(', ')}.` : undefined;
}
