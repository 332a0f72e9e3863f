import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { eachRow } from './each-row.ts';
import { saveRow } from './save-row.ts';
import { teacherAndYear, teacherKeys } from './who-teaches.ts';

export const saveAdminLessons = callHandler(lessonsContract.saveAdminLessons, {
  prefetch: teacherKeys,
  handle: async ({ input, caller, found, request }) => {
    const of = { ...teacherAndYear(input, found), caller };
    const rows = await eachRow(input.lessons, request, (row, attempt) => saveRow({ ...of, row, request: attempt }));
    return rows.map((row) =>
      'refused' in row ? { lesson: null, shared: [], undo: null, refused: row.refused } : { ...row, refused: null },
    );
  },
});
