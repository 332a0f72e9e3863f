import { attendanceContract } from '#shared/attendance/contract.ts';
import { isJudgedSchoolDay, judgeSchoolDay, schoolDaysBetween } from '#shared/attendance/school-days.ts';
import { readClassPostsOfTeacher, readLessonsOfTeacher } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { classRosterKey, listIdsInRoster } from '../../students/records/rosters/read-rosters.ts';
import { listArchivedHalfYears } from '../records/archived-half-year.ts';
import { readDaySettings } from '../records/day-setting.ts';
import { readAttendanceOfDay } from '../records/read-records.ts';
import { requireAttendanceInUse, toSchoolCalendar } from '../records/school-calendar.ts';
import { toRegisterRow } from './apply-entry.ts';
import { type RegisterRole, requireClassRegisterAccess, whyRegisterReadOnly } from './class-access.ts';
import { findTermsAndTermOfDay, readTermsAndTermOfDay, termKeysAround } from './require-school-day.ts';
import { readStudentsOfClassOnDay } from './students-of-class-on-day.ts';

const strength: readonly RegisterRole[] = ['form teacher', 'lesson', 'dean'];

export const listAttendanceClasses = callHandler(attendanceContract.listAttendanceClasses, {
  handle: async ({ caller }) => {
    requireAttendanceInUse();
    const { formClasses } = school();
    if (isAdmin(caller))
      return formClasses.map(({ id, form_level }) => ({ class_id: id, form_level, as: 'office' as const }));
    const period = await readCurrentPeriod();
    if (!period) return [];
    const [posts, lessons] = await Promise.all([
      readClassPostsOfTeacher(caller.accountId, period.year),
      readLessonsOfTeacher(caller.accountId, period.year),
    ]);
    const reasons: readonly { classId: string; as: RegisterRole }[] = [
      ...posts.map(({ classId, as }) => ({ classId, as })),
      ...lessons.map(({ classId }) => ({ classId, as: 'lesson' as const })),
    ];
    return strength.flatMap((as) =>
      formClasses
        .filter(({ id }) => strongest(reasons, id) === as)
        .map(({ id, form_level }) => ({ class_id: id, form_level, as })),
    );
  },
});

const strongest = (reasons: readonly { classId: string; as: RegisterRole }[], classId: string) =>
  strength.find((as) => reasons.some((one) => one.classId === classId && one.as === as));

/** With the session two stages of requests; one more for students who are or were in another class, and for a day in no term of its year. */
export const readAttendanceRegister = callHandler(attendanceContract.readAttendanceRegister, {
  prefetch: ({ class_id: classId, date }) => ({
    ...termKeysAround(date ?? schoolDay(new Date())),
    roster: classRosterKey(classId),
  }),
  handle: async ({ input: { class_id: classId, date: asked }, caller, found, request: { now } }) => {
    const today = schoolDay(now);
    const date = asked ?? today;
    const { terms, ofTerm } = findTermsAndTermOfDay(date, found) ?? (await readTermsAndTermOfDay(date));
    const term = terms.find((one) => one.year === ofTerm?.year && one.term === ofTerm.term);
    const from = term?.dateStart ?? date;
    const end = term?.dateEnd ?? date;
    // A moment old: those who are read now decide.
    const expected = listIdsInRoster(found.roster);
    const [as, settings, students, archived, ofExpected] = await Promise.all([
      requireClassRegisterAccess({ caller, classId, year: ofTerm?.year }),
      readDaySettings({ from, to: end }),
      readStudentsOfClassOnDay(classId, { date, ofTerm }),
      listArchivedHalfYears({ from: date, to: date }),
      readAttendanceOfDay(expected, date),
    ]);
    const others = students.map(({ studentId }) => studentId).filter((id) => !expected.includes(id));
    const ofStudents = [...ofExpected, ...(await readAttendanceOfDay(others, date))];
    const records = new Map(ofStudents.map((record) => [record.studentId, record]));
    const calendar = toSchoolCalendar(terms, settings);
    const judged = judgeSchoolDay(date, calendar);
    const isToCome = date > today;
    return {
      class_id: classId,
      date,
      today,
      closed: isToCome
        ? 'still to come'
        : !isJudgedSchoolDay(judged)
          ? judged.closed
          : archived.length > 0
            ? 'in the archive'
            : null,
      sessions: isJudgedSchoolDay(judged) ? [...judged.sessions] : [],
      now: sessionOf({ date, today, now, pmFrom: isJudgedSchoolDay(judged) ? judged.limits.pmFrom : '12:00' }),
      as,
      only_looks: whyRegisterReadOnly(as, { date, today }),
      students: students.map((student) => toRegisterRow(student, records.get(student.studentId), as !== 'lesson')),
      days:
        from <= today
          ? schoolDaysBetween({ from, to: end < today ? end : today }, calendar).map((one) => one.date)
          : [],
    };
  },
});

/** The session that the register opens with: the morning on an earlier day. */
function sessionOf({ date, today, now, pmFrom }: { date: string; today: string; now: Date; pmFrom: string }) {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: school().timeZone, timeStyle: 'short' }).format(now);
  return date === today && time >= pmFrom ? ('pm' as const) : ('am' as const);
}
