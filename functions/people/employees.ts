import { authRefusals } from '#shared/accounts/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { hasMenu, isAdmin } from '../platform/requests/caller.ts';
import { currentPeriodKey } from '../school/records/periods.ts';
import { school } from '../school/records/school.ts';
import { listStaffAccounts } from '../sessions/accounts.ts';
import { canPickAnyone } from './records/class-list.ts';
import { toEmployeeEntry, toPickerEntry } from './records/employee-mapper.ts';
import { employeeKey, listAllEmployees, readTeachersOfClasses } from './records/store.ts';

export const listEmployees = callHandler(peopleContract.listEmployees, {
  prefetch: (_input, accountId) => ({ own: employeeKey(accountId), currentPeriod: currentPeriodKey() }),
  handle: async ({ caller, found }) => {
    if (!canPickAnyone(caller, found.own)) throw new ForbiddenError(authRefusals.forbidden);
    if (!isAdmin(caller) || !hasMenu(caller, ['employees'])) {
      return (await listAllEmployees()).filter((employee) => !isArchivedTeacher(employee)).map(toPickerEntry);
    }
    const year = found.currentPeriod?.year;
    const classIds = school().formClasses.map(({ id }) => id);
    const [everybody, accounts, { posts, lessons }] = await Promise.all([
      listAllEmployees(),
      listStaffAccounts(),
      year === undefined ? { posts: [], lessons: [] } : readTeachersOfClasses(classIds, year),
    ]);
    const byId = new Map(accounts.map((account) => [account.accountId, account]));
    const lessonsOf = Map.groupBy(lessons, ({ employeeId }) => employeeId);
    const classesOf = Map.groupBy(
      posts.filter((post) => post.as === 'form teacher'),
      ({ employeeId }) => employeeId,
    );
    return everybody.map((employee) => {
      const { employeeId } = employee;
      const own = new Set(classesOf.get(employeeId)?.map(({ classId }) => classId));
      return {
        ...toEmployeeEntry(employee, byId.get(employeeId)),
        form_classes: classIds.filter((id) => own.has(id)),
        lessons: lessonsOf.get(employeeId)?.length ?? 0,
      };
    });
  },
});
