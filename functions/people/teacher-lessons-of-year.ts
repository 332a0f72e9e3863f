import { peopleContract } from '#shared/people/contract.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { readLessons } from './records/read-lessons.ts';
import { employeeKey } from './records/store.ts';

export const teacherLessonsOfYear = callHandler(peopleContract.teacherLessonsOfYear, {
  prefetch: (_input, accountId) => ({ own: employeeKey(accountId) }),
  handle: ({ input, caller, found: { own } }) =>
    readLessons({ caller, own, employeeId: input.employee, year: input.year }),
});
