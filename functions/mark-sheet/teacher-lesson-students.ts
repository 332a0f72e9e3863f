import { markSheetContract } from '#shared/mark-sheet/contract.ts';
import { schemeFor } from '#shared/marking/scheme.ts';
import { checkClasses, checkLessons, classList, isStudentOf, picksAnyone } from '../people/class-list.ts';
import { employeePoint, lessonPoint } from '../people/store.ts';
import { callHandler } from '../platform/call-handler.ts';
import { school } from '../school/store.ts';
import { rosterOf } from '../subjects/store.ts';
import { classRegistrationPoints } from '../term-reports/store.ts';
import { recordsOfSheet } from './store.ts';
import { isEntered, type RosterEntry, toRow } from './wire.ts';

/**
 * Three requests whatever the size of the class: session, lessons and registrations together; the roster; the records.
 */
export const teacherLessonStudents = callHandler(markSheetContract.teacherLessonStudents, {
  points: (input, accountId) => {
    const { subject_id: subjectId, year, term } = input;
    const classIds = classList(input).slice(0, 30);
    return {
      lessons: classIds.map((classId) => lessonPoint({ employeeId: accountId, year, subjectId, classId })),
      registrations: classRegistrationPoints({ year, term, classIds }),
      own: employeePoint(accountId),
    };
  },
  handle: async ({ input, caller, found }) => {
    const { subject_id: subjectId, employee_id: employeeId, form_level: formLevel, year, term } = input;
    const classIds = classList(input);
    checkClasses(classIds, formLevel);
    if (!picksAnyone(caller, found.own)) {
      checkLessons({ caller, employeeId: employeeId ?? '', classIds, lessons: found.lessons });
    }

    const [roster, records] = await Promise.all([
      rosterOf({ subjectId, formLevel, classIds }),
      recordsOfSheet({ year, term, subjectId, formLevel, classIds }),
    ]);
    const recordOf = new Map(records.map((record) => [record.studentId, record]));
    const registered = new Set(found.registrations.flatMap((registration) => registration.studentIds ?? []));
    const scheme = schemeFor(school().markingScheme, formLevel, term);
    const students: RosterEntry[] = roster.filter(
      (assignment) => employeeId === undefined || isStudentOf(assignment, employeeId),
    );
    const data = students.map((student) =>
      toRow({
        student,
        record: recordOf.get(student.studentId),
        key: { subjectId, year, term },
        scheme,
        isRegistered: registered.has(student.studentId),
      }),
    );
    return {
      data,
      total: data.length,
      registered: data.filter((row) => row.registered).length,
      entered: students.filter((student) => isEntered(recordOf.get(student.studentId) ?? {})).length,
      weightings: scheme,
    };
  },
});
