import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { deleteRow } from './delete-row.ts';
import { eachRow } from './each-row.ts';
import { teacherAndYear, teacherKeys } from './who-teaches.ts';

export const deleteAdminLessons = callHandler(lessonsContract.deleteAdminLessons, {
  prefetch: teacherKeys,
  handle: async ({ input, caller, found, request }) => {
    const of = { ...teacherAndYear(input, found), caller };
    const rows = await eachRow(input.ids, request, (id, attempt) =>
      deleteRow({ ...of, row: { id }, request: attempt }),
    );
    return rows.map((row) =>
      'refused' in row
        ? { id: row.row, students_with_marks: 0, undo: null, refused: row.refused }
        : { ...row, refused: null },
    );
  },
});
