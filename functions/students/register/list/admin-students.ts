import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { columnsFor } from './columns-for.ts';
import { readStudents, startOf } from './read-students.ts';

export const adminStudents = callHandler(studentRegisterContract.adminStudents, {
  handle: async ({ input: { columns, after, view }, caller }) => {
    const { lists, next } = await readStudents({
      statuses: view ? [view] : ['current', 'archived'],
      columns: columnsFor(caller, columns),
      start: startOf(after),
    });
    return { current_students: lists.current ?? null, archived_students: lists.archived ?? null, next };
  },
});
