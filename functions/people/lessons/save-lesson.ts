import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { saveRow } from './save-row.ts';
import { teacherAndYear, teacherKeys } from './who-teaches.ts';

export const saveLesson = callHandler(lessonsContract.saveLesson, {
  prefetch: teacherKeys,
  handle: ({ input, caller, found, request }) =>
    saveRow({ ...teacherAndYear(input, found), row: input, caller, request }),
});
