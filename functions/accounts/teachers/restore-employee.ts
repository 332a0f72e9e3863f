import { accountsContract } from '#shared/accounts/contract.ts';
import { isArchivedEmployee } from '../../people/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { carryOut } from './finish-teacher.ts';
import { changeTo, requireCurrentNumber, requireTeacher } from './teacher-rules.ts';
import { teacherKeys } from './teacher-store.ts';

export const restoreEmployee = callHandler(accountsContract.restoreEmployee, {
  prefetch: ({ employee_id }) => teacherKeys(employee_id),
  handle: ({ input, found, caller, request }) =>
    carryOut({
      record: requireTeacher({ employee: found.employee, account: found.account }),
      ...{ caller, request },
      decide: async (record) => {
        if (!isArchivedEmployee(record.employee)) return null;
        const { deletedAt, ...employee } = record.employee;
        const teacherNum = input.teacher_num ?? employee.teacherNum;
        requireCurrentNumber(teacherNum);
        const changes = [
          { field: 'deletedAt', before: deletedAt ?? null, after: null },
          { field: 'teacherNum', before: employee.teacherNum, after: teacherNum },
        ];
        return changeTo(record, {
          employee: { ...employee, teacherNum },
          changes: changes.filter(({ before, after }) => before !== after),
          now: request.now,
        });
      },
    }),
});
