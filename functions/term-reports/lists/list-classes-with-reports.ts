import { termReportsContract } from '#shared/term-reports/contract.ts';
import { readClassPostsOfTeacher } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';

export const listClassesWithReports = callHandler(termReportsContract.listClassesWithReports, {
  handle: async ({ input, caller }) => {
    if (isAdmin(caller)) {
      return school().formClasses.map(({ id, form_level }) => ({ id, form_level, as: 'admin' as const }));
    }
    const year = input.year ?? (await readCurrentPeriod())?.year;
    const posts = year === undefined ? [] : await readClassPostsOfTeacher(caller.accountId, year);
    // Somebody who is both form teacher and dean of a class sees it once, as the form teacher.
    const byClass = new Map(posts.toSorted((a, b) => a.as.localeCompare(b.as)).map((post) => [post.classId, post]));
    return [...byClass.values()]
      .sort((a, b) => a.formLevel - b.formLevel || a.classId.localeCompare(b.classId))
      .map((post) => ({ id: post.classId, form_level: post.formLevel, as: post.as }));
  },
});
