import { attendanceContract } from '#shared/attendance/contract.ts';
import { isHeld } from '#shared/attendance/school-days.ts';
import { scanOutcome } from '#shared/attendance/station-scan.ts';
import { attendanceKey } from '../../attendance-records/attendance-record.ts';
import { daySettingKey } from '../../attendance-records/day-setting.ts';
import { recordScans } from '../../attendance-records/record-scans.ts';
import { judgedDay } from '../../attendance-records/school-calendar.ts';
import { ClosedTermError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { nameOf, studentKey } from '../../students/store.ts';
import { likelyTerms, termsOf } from './terms-of-days.ts';
import { matchIds, sourceOf, type ToldScan, toldScans } from './told-scans.ts';

/**
 * Scans of a station: one read, with the station itself, and one write for each day. Sent again, they change nothing and have the
 * same answers. A scan that does not count is answered too, so that the station can forget it.
 */
export const stationScans = callHandler(attendanceContract.stationScans, {
  prefetch: (input, _station, now) => {
    const told = toldScans(input, now);
    const dates = datesOf(told);
    const days = new Map(
      told.flatMap(({ studentId, moment }) =>
        moment ? [[`${studentId} ${moment.date}`, { studentId, ...moment }]] : [],
      ),
    );
    return {
      students: [...new Set(told.map(({ studentId }) => studentId))].map(studentKey),
      records: [...days.values()].map(({ studentId, date }) => attendanceKey(studentId, date)),
      settings: dates.map(daySettingKey),
      periods: likelyTerms(dates),
    };
  },
  handle: async ({ input, caller, found, request }) => {
    const { told, students } = await matchIds(toldScans(input, request.now), found.students);
    const terms = await termsOf(datesOf(told), found.periods);
    const days = new Map(
      datesOf(told).map((date) => [
        date,
        judgedDay(
          date,
          terms,
          found.settings.find((setting) => setting.date === date),
        ),
      ]),
    );
    const timesBy = new Map<string, string[]>();
    // Answered, so that the station can forget them: the day takes no scan any more (rule 47).
    const closed = new Map<string, string>();
    await Promise.all(
      [...days.values()].filter(isHeld).map(async (rules) => {
        const ofDay = told.filter(({ studentId, moment }) => {
          return moment?.date === rules.date && students.get(studentId)?.status === 'current';
        });
        if (ofDay.length === 0) return;
        const records = await recordScans({
          date: rules.date,
          rules,
          openAt: { now: request.now, terms },
          students: [...Map.groupBy(ofDay, ({ studentId }) => studentId)].flatMap(([studentId, scans]) => {
            const student = students.get(studentId);
            const before = found.records.find((one) => one.studentId === studentId && one.date === rules.date);
            const times = scans.map(({ at, moment }) => [sourceOf(caller.stationId, at), moment?.time ?? '']);
            return student ? [{ student, scans: Object.fromEntries(times), before }] : [];
          }),
        }).catch((error: unknown) => {
          if (!(error instanceof ClosedTermError)) throw error;
          closed.set(rules.date, error.message);
          return [];
        });
        for (const { studentId, date, scans = {} } of records)
          timesBy.set(`${studentId} ${date}`, Object.values(scans));
      }),
    );

    const becameOf = ({ studentId, told: as, at, moment }: ToldScan) => {
      const student = students.get(studentId);
      const answer = { student_id: as, at, reason: null, name: student ? nameOf(student, studentId) : null };
      if (!student) return { ...answer, outcome: 'unknown' as const };
      if (student.status === 'archived') return { ...answer, outcome: 'archived' as const };
      const day = moment && days.get(moment.date);
      if (!day) return { ...answer, outcome: 'refused' as const, reason: 'The time is not possible.' };
      if (!isHeld(day)) return { ...answer, outcome: 'no school' as const, reason: day.closed };
      const reason = closed.get(moment.date);
      if (reason !== undefined) return { ...answer, outcome: 'refused' as const, reason };
      const times = timesBy.get(`${studentId} ${moment.date}`) ?? [];
      return { ...answer, outcome: scanOutcome(moment.time, times, day) };
    };
    return { now: request.now.toISOString(), scans: told.map(becameOf) };
  },
});

/** The possible days of scans. */
const datesOf = (told: readonly ToldScan[]): string[] => [...new Set(told.flatMap(({ moment }) => moment?.date ?? []))];
