import { attendanceContract } from '#shared/attendance/contract.ts';
import { dayRules } from '#shared/attendance/school-days.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { school } from '../../school/records/school.ts';
import { listCurrentAndArchivedIds } from '../../students/records/rosters/read-rosters.ts';
import type { AttendanceItem } from '../records/attendance-record.ts';
import { applyDayRules } from '../records/change-record.ts';
import { readAttendanceOfDay } from '../records/read-records.ts';
import { requireAttendanceInUse } from '../records/school-calendar.ts';
import {
  chooseDaysToSet,
  findTermOfRange,
  isSameDayChoice,
  readDaysToSet,
  requireReason,
  toDaySettingInput,
  toStoredDaySetting,
} from './days-to-set.ts';

export const previewSchoolDays = callHandler(attendanceContract.previewSchoolDays, {
  handle: async ({ input: { from, to, ...choice } }) => {
    requireAttendanceInUse();
    requireReason(choice);
    await findTermOfRange({ from, to });
    const days = chooseDaysToSet(await readDaysToSet({ from, to }), choice);
    const changed = days.filter(({ before }) => !isSameDayChoice(toDaySettingInput(before), choice));
    const students = changed.length > 0 ? await listCurrentAndArchivedIds() : [];
    const { attendance: settings } = school();
    const previews = [];
    for (const { date } of changed) {
      const rules = dayRules(date, { settings, days: new Map([[date, { date, ...toStoredDaySetting(choice) }]]) });
      const records = (await readAttendanceOfDay(students, date)).filter(({ deletedAt }) => deletedAt === undefined);
      const isChanged = (record: AttendanceItem) =>
        !isSameDay(record, applyDayRules({ student: record, date, rules, before: record }));
      previews.push({ date, records: records.length, changes: records.filter(isChanged).length });
    }
    return { days: previews };
  },
});

const shown = ['am', 'pm', 'late', 'timeIn', 'timeOut', 'excusedSessions'] as const;

const isSameDay = (one: AttendanceItem, other: AttendanceItem): boolean =>
  shown.every((name) => one[name] === other[name]);
