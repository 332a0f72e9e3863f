import type { Limits, Session } from '#shared/attendance/limits.ts';
import { entity } from '../../platform/table/entity.ts';
import { type DayRange, halfOf, halvesOf } from './attendance-record.ts';

/** What the office says of one day: closed, half, or with other limits. It goes before the school file (rule 38). */
export interface DaySettingItem {
  date: string;
  /** Counts the changes. A setting is never deleted: one that is taken back is the next version, without sessions. */
  version: number;
  /** The sessions that are held; none on a closed day. Absent where the school file decides again. */
  sessions?: readonly Session[] | undefined;
  limits?: Partial<Limits> | undefined;
  /** Why the day is closed, or what it is. */
  title?: string | undefined;
  /** The version by which every record of the day has been decided: behind `version` while the run that decides again goes. */
  settled?: number | undefined;
  /** The key of that run. */
  run?: string | undefined;
  /** Display name and UTC time of the last change. */
  by?: string | undefined;
  at?: string | undefined;
  /** Half year of the date: `halfOf`. */
  half: string;
}

export const DaySetting = entity<DaySettingItem>()({
  name: 'day-setting',
  pk: 'attendance-settings#${half}',
  sk: '${date}',
});

export const daySettingKey = (date: string) => DaySetting.key({ date, half: halfOf(date) });

/** The settings of a range of days. A query for each half year. */
export async function daySettings({ from, to }: DayRange): Promise<DaySettingItem[]> {
  const halves = await Promise.all(
    halvesOf({ from, to }).map((half) => DaySetting.query({ half }, { between: [from, to] })),
  );
  return halves.flat();
}
