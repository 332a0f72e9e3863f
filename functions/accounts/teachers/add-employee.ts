import { accountsContract } from '#shared/accounts/contract.ts';
import { makeUserName } from '#shared/accounts/user-name.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { accountIdForKey, findFreeUserName, requireFreeUserName } from '../free-user-name.ts';
import { finishTeacherChange } from './apply-teacher-change.ts';
import { requireFreeTeacherNumber, requireKnownPost } from './teacher-rules.ts';
import { addTeacher, readTeacher } from './teacher-store.ts';

export const addEmployee = callHandler(accountsContract.addEmployee, {
  handle: async ({ input, caller, request }) => {
    const employeeId = accountIdForKey(request.idempotencyKey);
    requireKnownPost(input.post_id);
    const employee = {
      employeeId,
      teacherNum: input.teacher_num,
      firstName: input.first_name,
      lastName: input.last_name,
      dateOfBirth: input.date_of_birth,
      ...(input.post_id === null ? {} : { postId: input.post_id }),
    };
    const byRule = makeUserName({ first: input.first_name, last: input.last_name, fallback: `t${input.teacher_num}` });
    await retryRefused({
      read: () => readTeacher(employeeId),
      attempt: async (made) => {
        if (made) return 'done';
        await requireFreeTeacherNumber(employee.teacherNum);
        const chosen = input.user_name ?? null;
        if (chosen !== null) await requireFreeUserName(chosen);
        const userName = chosen ?? (await findFreeUserName(byRule));
        return addTeacher({ employee: { ...employee, userName }, by: { caller, request } });
      },
      what: 'the list of teachers',
    });
    return finishTeacherChange(employeeId, { caller, request });
  },
});
