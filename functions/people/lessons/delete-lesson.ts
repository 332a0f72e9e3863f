import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { deleteRow } from './delete-row.ts';
import { teacherAndYear, teacherKeys } from './who-teaches.ts';

export const deleteAdminLesson = callHandler(lessonsContract.deleteAdminLesson, {
  prefetch: teacherKeys,
  handle: ({ input, caller, found, request }) =>
    deleteRow({ ...teacherAndYear(input, found), row: input, caller, request }),
});
