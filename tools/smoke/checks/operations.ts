import assert from 'node:assert/strict';
import { loadAccountOfSchool } from '../../../infra/account-file.ts';
import { isStageId, machineArnIn, schoolName } from '../../../infra/names.ts';
import { noticesOfAccount, whyNobodyHears } from '../../../infra/operators/deployment/unheard-alarms.ts';
import { alarmNamesOfSchool } from '../../../infra/watching/alarm-definitions.ts';
import { NotApplicable } from '../not-applicable.ts';
import type { Visitor } from '../visitor.ts';

/** Milliseconds until CloudWatch must have told the topic. */
const patience = 60_000;

/**
 * Everybody who is to hear the alarms, of the school and of its account, has confirmed; then puts one on for a moment
 * and sees that its mail went out: the operator gets two, ALARM and OK.
 */
export async function checkAlarm({ place: { aws, school } }: Visitor): Promise<string> {
  if (!aws) throw new NotApplicable('there is no CloudWatch');
  const name = schoolName(school.id);
  const topics = [{ name, aws: school.aws, operatorEmail: school.operatorEmail }];
  if (!isStageId(school.id)) topics.push(...noticesOfAccount(loadAccountOfSchool(school.id)));
  for (const topic of topics) {
    const unheard = await whyNobodyHears(topic, aws.command);
    assert.ok(!unheard, unheard ?? '');
  }
  const { MetricAlarms } = (await aws.command(
    ...['cloudwatch', 'describe-alarms', '--alarm-names', ...alarmNamesOfSchool(name)],
  )) as { MetricAlarms: { AlarmName: string; StateValue: string; AlarmActions: string[] }[] };
  const alarm = MetricAlarms.find(({ StateValue, AlarmActions }) => StateValue === 'OK' && AlarmActions.length > 0);
  assert.ok(alarm, 'No alarm of the school is quiet and mails anybody');
  const from = new Date().toISOString();
  const set = (state: string) =>
    aws.command(
      ...['cloudwatch', 'set-alarm-state', '--alarm-name', alarm.AlarmName, '--state-value', state],
      ...['--state-reason', 'A smoke test: nothing is wrong.'],
    );
  await set('ALARM');
  try {
    for (const end = Date.now() + patience; Date.now() < end; await new Promise((next) => setTimeout(next, 2000))) {
      const { AlarmHistoryItems: items } = (await aws.command(
        ...['cloudwatch', 'describe-alarm-history', '--alarm-name', alarm.AlarmName],
        ...['--history-item-type', 'Action', '--start-date', from],
      )) as { AlarmHistoryItems: { HistorySummary: string }[] };
      const [told] = items;
      if (!told) continue;
      assert.match(told.HistorySummary, /^Successfully executed action/, told.HistorySummary);
      return `"${alarm.AlarmName}" mailed the operator, and is quiet again`;
    }
    throw new assert.AssertionError({ message: 'The alarm told nobody within a minute' });
  } finally {
    await set('OK');
  }
}

/** The last export of the table has succeeded. */
export async function checkTableExport({ place: { aws, school } }: Visitor): Promise<string> {
  if (!aws) throw new NotApplicable('there are no exports of the table');
  const machine = machineArnIn(school.aws, `${schoolName(school.id)}-table-export`);
  const { executions } = (await aws.command(
    ...['stepfunctions', 'list-executions', '--state-machine-arn', machine, '--max-items', '10'],
  )) as { executions: { status: string; startDate: string }[] };
  const last = executions.find(({ status }) => status !== 'RUNNING');
  assert.equal(last?.status, 'SUCCEEDED', `The last export ended as ${last?.status ?? 'none'}`);
  return `succeeded, begun ${last?.startDate}`;
}
