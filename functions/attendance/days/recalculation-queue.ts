import { Job, type JobItem } from '../../platform/jobs/store.ts';
import { itemKey, readMany } from '../../platform/table/table.ts';
import type { DaySettingItem } from '../records/day-setting.ts';
import { isDue } from './begin-deciding.ts';

/** The days of which records are still to be decided again, and the runs that do it. One request, and only where there are any. */
export async function dueDays(settings: readonly DaySettingItem[]) {
  const due = settings.filter(isDue);
  const keys = [...new Set(due.flatMap(({ run }) => run ?? []))];
  const jobs = await readMany(keys.map((key) => itemKey(Job, { name: 'decide-days-again', key })));
  const running: JobItem[] = jobs.filter(({ state }) => state === 'running');
  const isRunning = (day: DaySettingItem) => running.some(({ key }) => key === day.run);
  return { running, isRunning, stopped: due.filter((day) => !isRunning(day)) };
}
