import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { columnsFor } from './columns-for.ts';
import { readStudents, startOf } from './read-students.ts';

export const students = callHandler(studentRegisterContract.students, {
  handle: async ({ input: { columns, after }, caller }) => {
    const start = startOf(after);
    const { lists, next } = await readStudents({
      statuses: ['current'],
      columns: columnsFor(caller, columns),
      ...(start?.status === 'current' ? { start } : {}),
    });
    return { current_students: lists.current ?? [], archived_students: null, next };
  },
});
