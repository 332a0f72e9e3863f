import { CustomAttributeType, type EntityItem } from 'electrodb';
import type { Limits, Session } from '#shared/attendance/limits.ts';
import { entity, itemKey } from '../../platform/table/table.ts';
import { type DayRange, halfOf, halvesOf } from './attendance-record.ts';

/** What the office says of one day: closed, half, or with other limits. It goes before the school file (rule 38). */
export const DaySetting = entity({
  model: { entity: 'day-setting', version: '1', service: 'formroom' },
  attributes: {
    date: { type: 'string', required: true },
    /** Counts the changes. A setting is never deleted: one that is taken back is the next version, without sessions. */
    version: { type: 'number', required: true, default: 1 },
    /** The sessions that are held; none on a closed day. Absent where the school file decides again. */
    sessions: { type: CustomAttributeType<readonly Session[]>('any') },
    limits: { type: CustomAttributeType<Partial<Limits>>('any') },
    /** Why the day is closed, or what it is. */
    title: { type: 'string' },
    /** The version by which every record of the day has been decided: behind `version` while the run that decides again goes. */
    settled: { type: 'number' },
    /** The key of that run. */
    run: { type: 'string' },
    /** Display name and UTC time of the last change. */
    by: { type: 'string' },
    at: { type: 'string' },
    /** Half year of the date: `halfOf`. */
    half: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['half'], template: 'attendance-settings#${half}', casing: 'none' },
      sk: { field: 'sk', composite: ['date'], template: '${date}', casing: 'none' },
    },
  },
});

export type DaySettingItem = EntityItem<typeof DaySetting>;

export const daySettingKey = (date: string) => itemKey(DaySetting, { date, half: halfOf(date) });

/** The settings of a range of days. A query for each half year. */
export async function daySettings({ from, to }: DayRange): Promise<DaySettingItem[]> {
  const halves = await Promise.all(
    halvesOf({ from, to }).map((half) =>
      DaySetting.query.record({ half }).between({ date: from }, { date: to }).go({ pages: 'all', consistent: true }),
    ),
  );
  return halves.flatMap(({ data }) => data);
}
