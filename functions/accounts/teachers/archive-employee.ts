import { accountsContract } from '#shared/accounts/contract.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { applyTeacherChange } from './apply-teacher-change.ts';
import { hasWrongSignInState } from './teacher-account.ts';
import { planTeacherChange, refuseArchivedTeacherNumber, requireTeacher } from './teacher-rules.ts';
import { teacherAndAccountKeys } from './teacher-store.ts';

export const archiveEmployee = callHandler(accountsContract.archiveEmployee, {
  prefetch: ({ employee_id }) => teacherAndAccountKeys(employee_id),
  handle: ({ found, caller, request }) =>
    applyTeacherChange({
      record: requireTeacher({ employee: found.employee, account: found.account }),
      caller,
      request,
      decide: async (record) => {
        const { employee, account } = record;
        if (isArchivedTeacher(employee)) {
          // By this request or another one that ended early: the identity store still has to receive it.
          return hasWrongSignInState(employee, account)
            ? planTeacherChange(record, { employee, changes: [], now: request.now })
            : null;
        }
        const deletedAt = request.now.toISOString();
        return planTeacherChange(record, {
          employee: { ...employee, deletedAt },
          changes: [{ field: 'deletedAt', before: null, after: deletedAt }],
          now: request.now,
        });
      },
    }),
});

export const restoreEmployee = callHandler(accountsContract.restoreEmployee, {
  prefetch: ({ employee_id }) => teacherAndAccountKeys(employee_id),
  handle: ({ input, found, caller, request }) =>
    applyTeacherChange({
      record: requireTeacher({ employee: found.employee, account: found.account }),
      caller,
      request,
      decide: async (record) => {
        if (!isArchivedTeacher(record.employee)) {
          const { employee, account } = record;
          return hasWrongSignInState(employee, account)
            ? planTeacherChange(record, { employee, changes: [], now: request.now })
            : null;
        }
        const { deletedAt, ...employee } = record.employee;
        const teacherNum = input.teacher_num ?? employee.teacherNum;
        refuseArchivedTeacherNumber(teacherNum);
        const changes = [
          { field: 'deletedAt', before: deletedAt ?? null, after: null },
          { field: 'teacherNum', before: employee.teacherNum, after: teacherNum },
        ];
        return planTeacherChange(record, {
          employee: { ...employee, teacherNum },
          changes: changes.filter(({ before, after }) => before !== after),
          now: request.now,
        });
      },
    }),
});
