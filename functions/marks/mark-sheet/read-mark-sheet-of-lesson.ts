import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { parseClassIds } from '../../people/records/class-list.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAnythingEntered } from '../records/subject-record.ts';
import { classRegistrationKeys } from '../records/term-report.ts';
import { toMarkSheetRow } from './mark-sheet-row.ts';
import { keysToOpenSheet, readMarkSheet } from './opened-sheet.ts';

/** Three requests for a class of any size: session, lessons and registrations; the list; the records. */
export const readMarkSheetOfLesson = callHandler(markSheetContract.readMarkSheetOfLesson, {
  prefetch: (input, accountId) => ({
    ...keysToOpenSheet(input, accountId),
    registrations: classRegistrationKeys({
      year: input.year,
      term: input.term,
      classIds: parseClassIds(input).slice(0, 30),
    }),
  }),
  handle: async ({ input, caller, found }) => {
    const { subject_id: subjectId, year, term } = input;
    const { students, recordOf, scheme } = await readMarkSheet({ sheet: input, caller, found });
    const registered = new Set(found.registrations.flatMap((registration) => registration.studentIds ?? []));
    const data = students.map((student) =>
      toMarkSheetRow({
        student,
        record: recordOf.get(student.studentId),
        key: { subjectId, year, term },
        scheme,
        isRegistered: registered.has(student.studentId),
      }),
    );
    const present = data.filter((row) => row.left === undefined);
    return {
      data,
      total: present.length,
      registered: present.filter((row) => row.registered).length,
      entered: present.filter((row) => isAnythingEntered(recordOf.get(row.student_id) ?? {})).length,
      weightings: scheme,
    };
  },
});
