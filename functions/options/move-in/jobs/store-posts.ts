import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { noSuchTeacher } from '#shared/people/wordings.ts';
import { EmployeeEntity } from '../../../people/records/store.ts';
import {
  listTeacherPostsOfKind,
  type PostName,
  readFormTeachers,
  writeClassPosts,
} from '../../../people/records/write-class-posts.ts';
import type { JobItem } from '../../../platform/jobs/store.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { authorshipOf, type RowOf } from './rows-of-run.ts';

/** Makes a teacher form teacher or dean of a class. Returns why not, or null. */
export const givePost = ({ n, what, move }: RowOf<'classes'>, { job, year }: { job: JobItem; year: number }) =>
  changeHolder({ ...move, year, to: move.employeeId, from: move.was }, { what, by: authorshipOf(job, n) });

/** Why a class is given to nobody: two people may send the same file, of which one makes the teacher. */
async function whyNoTeacher(
  what: string,
  { to, holder }: { to: string | null; holder: string | undefined },
): Promise<string> {
  if (to === null) return noSuchTeacher;
  const now = holder === undefined ? undefined : await EmployeeEntity.get({ employeeId: holder });
  return now && what.endsWith(`: ${now.firstName} ${now.lastName}`)
    ? wordings.thereAlready()
    : wordings.teacherOfOtherFile;
}

/** A class that goes from one teacher, or from nobody, to another, or to nobody. */
interface Handing {
  classId: string;
  as: PostName;
  year: number;
  from: string | null;
  to: string | null;
}

/** Hands a class on where it still is where it was seen. Returns why not, or null. */
export function changeHolder(
  { classId, as, year, from, to }: Handing,
  { what, by }: { what: string; by: Authorship },
): Promise<string | null> {
  const employeeId = to ?? from ?? '';
  return retryRefused({
    read: async () => ({
      teacher: await EmployeeEntity.get({ employeeId }),
      posts: await listTeacherPostsOfKind({ employeeId, year, as }),
      holders: as === 'form teacher' ? await readFormTeachers([classId], year) : undefined,
    }),
    attempt: async ({ teacher, posts, holders }): Promise<string | null | 'refused'> => {
      if (!teacher) return whyNoTeacher(what, { to, holder: holders?.of(classId)[0] });
      const has = posts.some((post) => post.classId === classId);
      if (has === (to !== null)) return null;
      if (to !== null && isArchivedTeacher(teacher))
        return wordings.archived(`${teacher.firstName} ${teacher.lastName}`);
      const holder = holders?.of(classId)[0] ?? null;
      if (holders && holder !== from) return wordings.undoFirst.changed(what);
      const change = { added: to === null ? [] : [classId], removed: to === null ? [classId] : [], holders };
      return isRefused(await writeClassPosts({ teacher, year, as }, change, by)) ? 'refused' : null;
    },
    what: 'these classes',
  });
}
