import { setTimeout } from 'node:timers/promises';
import { schoolName } from '../names.ts';
import { thisMachine } from '../restore/restore-dependencies.ts';
import { loadSchool } from '../school.ts';
import { alarmNamesOfSchool } from '../watching/alarm-definitions.ts';
import {
  hasEnoughAlarmData,
  isShortAlarm,
  type WatchedAlarm,
  whyDeploymentUnhealthy,
} from './deployment/alarm-rounds.ts';
import { OperatorError, parseCommandOptions, runApp } from './operator-error.ts';

const usage = 'Usage: npm run watch-alarms -- --school <id> [--minutes 10]';

/**
 * After a deployment: ends with a failure where an alarm of the school goes off within the minutes, counted from when
 * all can tell.
 */
await runApp(async () => {
  const { school, minutes } = parseCommandOptions(usage, {
    school: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  });
  if (school === undefined || !Number.isInteger(Number(minutes))) throw new OperatorError(usage);
  const { id, aws } = loadSchool(school);
  const names = alarmNamesOfSchool(schoolName(id));
  const given = [
    'cloudwatch',
    'describe-alarms',
    '--alarm-names',
    ...names,
    '--region',
    aws.region,
    '--output',
    'json',
  ];
  const readAlarms = async (): Promise<WatchedAlarm[]> => JSON.parse(await thisMachine.run('aws', given)).MetricAlarms;
  for (let quiet = 0; quiet < Number(minutes); ) {
    const alarms = await readAlarms();
    const fault = whyDeploymentUnhealthy(alarms, new Date());
    if (fault) throw new OperatorError(fault);
    const isSettled = alarms.filter(isShortAlarm).every((alarm) => hasEnoughAlarmData(alarm, new Date()));
    if (isSettled) quiet += 1;
    console.log(isSettled ? `${quiet} minutes without an alarm` : 'New alarms have not had their first round yet.');
    await setTimeout(60_000);
  }
});
