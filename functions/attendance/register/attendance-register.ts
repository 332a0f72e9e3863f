import { attendanceContract } from '#shared/attendance/contract.ts';
import { isJudgedSchoolDay, judgeSchoolDay, schoolDaysBetween } from '#shared/attendance/school-days.ts';
import { readClassPostsOfTeacher, readLessonsOfTeacher } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { listArchivedHalfYears } from '../records/archived-half-year.ts';
import { readDaySettings } from '../records/day-setting.ts';
import { readAttendanceOfDay } from '../records/read-records.ts';
import { requireAttendanceInUse, toSchoolCalendar } from '../records/school-calendar.ts';
import { toRegisterRow } from './apply-entry.ts';
import { type RegisterRole, requireClassRegisterAccess, whyRegisterReadOnly } from './class-access.ts';
import { readTermsAndTermOfDay } from './require-school-day.ts';
import { readClassesNow, readStudentsOfClassOnDay } from './students-of-class-on-day.ts';

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

export const readAttendanceRegister = callHandler(attendanceContract.readAttendanceRegister, {
  handle: async ({ input: { class_id: classId, date: asked }, caller, request: { now } }) => {
    const today = schoolDay(now);
    const date = asked ?? today;
    const [{ terms, ofTerm }, classNow] = await Promise.all([
      readTermsAndTermOfDay(date),
      readClassesNow([classId], date),
    ]);
    const term = terms.find((one) => one.year === ofTerm?.year && one.term === ofTerm.term);
    const from = term?.dateStart ?? date;
    const end = term?.dateEnd ?? date;
    const present = classNow.present.map(({ studentId }) => studentId);
    const [as, settings, students, archived, ofPresent] = await Promise.all([
      requireClassRegisterAccess({ caller, classId, year: ofTerm?.year }),
      readDaySettings({ from, to: end }),
      readStudentsOfClassOnDay(classId, { date, ofTerm }, classNow),
      listArchivedHalfYears({ from: date, to: date }),
      readAttendanceOfDay(present, date),
    ]);
    const others = students.map(({ studentId }) => studentId).filter((id) => !present.includes(id));
    const found = [...ofPresent, ...(await readAttendanceOfDay(others, date))];
    const records = new Map(found.map((record) => [record.studentId, record]));
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
