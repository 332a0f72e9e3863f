import type { Action } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { requireFormLevel } from '../../school/records/school.ts';
import { subjectUseActions } from '../../subjects/records/store.ts';
import { currentTeacherCheck, LessonEntity, type LessonItem } from './store.ts';

/** A subject taught to a class. */
export interface TaughtSubject {
  subjectId: string;
  classId: string;
}

export const toTaughtSubject = ({ subjectId, classId }: TaughtSubject): TaughtSubject => ({ subjectId, classId });

/** Names a teacher's lessons of a year in the audit trail. */
export const lessonsAuditSubject = (employeeId: string, year: number): string => `lessons#${year}#${employeeId}`;

/** A teacher as read; only a current teacher can be given lessons. */
interface Teacher {
  employeeId: string;
  teacherNum: number;
}

/**
 * Gives a teacher lessons and takes others away, in one audited transaction. `refused`: one that is added is there
 * already, one that goes is gone, the teacher was archived, or a subject was deleted.
 */
export function writeLessons({
  teacher,
  year,
  added,
  removed,
  along = [],
  by,
}: {
  teacher: Teacher;
  year: number;
  added: readonly TaughtSubject[];
  removed: readonly TaughtSubject[];
  /** Further writes of the act, such as what remembers it. */
  along?: readonly Action[];
  by: Authorship;
}): Promise<ActOutcome> {
  const { employeeId } = teacher;
  const subjectIds = [...new Set(added.map(({ subjectId }) => subjectId))];
  const lessons = [
    ...removed.map((taught) => LessonEntity.remove({ ...taught, employeeId, year })),
    ...added.map((taught) => LessonEntity.create(toLessonItem({ ...taught, employeeId, year }))),
  ];
  return commit({
    by,
    changes: [...lessons, ...along],
    guards: {
      teacher: added.length > 0 ? [currentTeacherCheck(teacher)] : [],
      subject: subjectIds.flatMap((subjectId) => subjectUseActions(subjectId, by.request)),
    },
    trail: {
      subject: lessonsAuditSubject(employeeId, year),
      changes: [
        ...removed.map(({ subjectId, classId }) => ({
          field: `${subjectId} ${classId}`,
          before: 'taught',
          after: null,
        })),
        ...added.map(({ subjectId, classId }) => ({ field: `${subjectId} ${classId}`, before: null, after: 'taught' })),
      ],
    },
  });
}

export const toLessonItem = (lesson: TaughtSubject & { employeeId: string; year: number }): LessonItem => ({
  ...lesson,
  formLevel: requireFormLevel(lesson.classId),
});
