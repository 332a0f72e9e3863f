import { nameWithNumber } from '#shared/people/shared-names.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import { newYearWordings } from '#shared/school/wordings.ts';
import { employeeKey, readLessonsOfTeacher } from '../../people/records/store.ts';
import {
  listTeacherPostsOfKind,
  type PostName,
  readFormTeachers,
  writeClassPosts,
} from '../../people/records/write-class-posts.ts';
import { writeLessons } from '../../people/records/write-lessons.ts';
import type { JobItem, JobRemark } from '../../platform/jobs/store.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { formLevelOfClass, formLevelsByClass } from '../records/school.ts';
import { hasClassAndSubject } from './take-over-plan.ts';
import { authorAndAttemptOfJob, createTakenOverAction, takenOverKey } from './taken-over.ts';

interface Taking {
  job: JobItem;
  year: number;
  from: number;
}

/**
 * Gives a teacher the lessons and posts of the earlier year that the school still has and the teacher lacks: up to
 * three transactions, each once a run.
 */
export async function takeOverTeachersWork(employeeId: string, taking: Taking): Promise<JobRemark[]> {
  await takeLessons(employeeId, taking);
  const remarks = [];
  for (const as of ['form teacher', 'dean'] as const) remarks.push(...(await takePosts(employeeId, as, taking)));
  return remarks;
}

function takeLessons(employeeId: string, { job, year, from }: Taking): Promise<void> {
  const about = `lessons#${employeeId}`;
  return retryRefused({
    read: async () => {
      const [{ employee, done }, lessons, present, subjects] = await Promise.all([
        readItems({ employee: employeeKey(employeeId), done: takenOverKey(job.run, about) }),
        readLessonsOfTeacher(employeeId, from),
        readLessonsOfTeacher(employeeId, year),
        readSubjectNamesById(),
      ]);
      return { employee, done, lessons, present, subjects };
    },
    attempt: async ({ employee, done, lessons, present, subjects }) => {
      if (done || !employee || isArchivedTeacher(employee)) return;
      const has = new Set(present.map(({ subjectId, classId }) => `${subjectId} ${classId}`));
      const added = lessons
        .filter((lesson) =>
          hasClassAndSubject(lesson, { classes: formLevelsByClass(), subjects: new Set(subjects.keys()) }),
        )
        .filter(({ subjectId, classId }) => !has.has(`${subjectId} ${classId}`))
        .map(({ subjectId, classId }) => ({ subjectId, classId }));
      if (added.length === 0) return;
      const outcome = await writeLessons({
        teacher: employee,
        year,
        added,
        removed: [],
        along: [createTakenOverAction(job.run, about, { kind: 'lessons', employeeId, taught: added })],
        by: authorAndAttemptOfJob(job, about),
      });
      return isRefused(outcome) ? outcome : undefined;
    },
    what: 'these lessons',
  });
}

/** A class that has another form teacher keeps that one, with a remark. */
function takePosts(employeeId: string, as: PostName, { job, year, from }: Taking): Promise<JobRemark[]> {
  const about = `${as}#${employeeId}`;
  return retryRefused({
    read: async () => {
      const [{ employee, done }, posts, present] = await Promise.all([
        readItems({ employee: employeeKey(employeeId), done: takenOverKey(job.run, about) }),
        listTeacherPostsOfKind({ employeeId, year: from, as }),
        listTeacherPostsOfKind({ employeeId, year, as }),
      ]);
      const has = new Set(present.map(({ classId }) => classId));
      const wanted = posts
        .map(({ classId }) => classId)
        .filter((classId) => !has.has(classId) && formLevelOfClass(classId) !== undefined);
      const holders = as === 'form teacher' && wanted.length > 0 ? await readFormTeachers(wanted, year) : undefined;
      return { employee, done, wanted, holders };
    },
    attempt: async ({ employee, done, wanted, holders }) => {
      if (done || !employee || isArchivedTeacher(employee)) return [];
      const isFree = (classId: string) => (holders?.of(classId) ?? []).length === 0;
      const added = wanted.filter(isFree);
      const remarks = wanted
        .filter((classId) => !isFree(classId))
        .map((classId) => ({
          row: nameWithNumber(employee),
          text: newYearWordings.hasFormTeacher(classId),
        }));
      if (added.length === 0) return remarks;
      const along = [createTakenOverAction(job.run, about, { kind: 'posts', employeeId, as, classIds: added })];
      const outcome = await writeClassPosts(
        { teacher: employee, year, as },
        { added, removed: [], holders, along },
        authorAndAttemptOfJob(job, about),
      );
      return isRefused(outcome) ? outcome : remarks;
    },
    what: 'these classes',
  });
}
