import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { currentPeriod } from '../school/records/periods.ts';
import { readLessons } from './records/read-lessons.ts';
import { employeeKey } from './records/store.ts';

export const teacherLessons = callHandler(peopleContract.teacherLessons, {
  prefetch: (_input, accountId) => ({ own: employeeKey(accountId) }),
  handle: async ({ input, caller, found: { own } }) => {
    const year = input.year ?? (await currentPeriod())?.year;
    return year === undefined
      ? []
      : readLessons({ caller, own, employeeId: input.employee_id ?? caller.accountId, year });
  },
});
