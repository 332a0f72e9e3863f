import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { listChangesOfSheet } from '../../platform/table/audit.ts';
import { markSheetAuditName } from '../records/subject-record.ts';
import { keysToOpenSheet, readMarkSheet } from './opened-sheet.ts';
import { createSheetSnapshot, listChangesSinceSnapshot } from './sheet-snapshot.ts';

/** Four requests for a class of any size: the session, the list, the records, the changes since then. */
export const readMarkSheetAt = callHandler(markSheetContract.readMarkSheetAt, {
  prefetch: keysToOpenSheet,
  handle: async ({ input, caller, found }) => {
    const { subject_id: subjectId, form_level: formLevel, year, term, at } = input;
    const key = { subjectId, year, term };
    const sheet = await readMarkSheet({ sheet: input, caller, found });
    const changes = await listChangesOfSheet(markSheetAuditName({ ...key, formLevel }), at);
    const snapshot = createSheetSnapshot({ sheet, key, changes });
    return {
      data: sheet.students.map((student) => ({
        student_id: student.studentId,
        name: lastFirst(student),
        class_id: student.classId,
        values: snapshot(student),
      })),
      changes: sheet.students.flatMap((student) => listChangesSinceSnapshot(student, { sheet, snapshot })),
    };
  },
});
