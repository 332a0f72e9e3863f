import { readItems } from '../../platform/table/table.ts';
import type { MovingSubject } from '../../students/records/placement/moving-subjects.ts';
import type { SubjectChanges } from '../../students/records/placement/subject-changes.ts';
import { existing, subjectKey } from '../../subjects/records/store.ts';

/** What the undo of a change of class does with the subjects that were changed with it, and what it leaves, each with the reason. */
export interface SubjectsBack {
  along: SubjectChanges;
  left: string[];
}

/**
 * What was taken up is given up again, unless somebody has touched it since or marks were entered; what was given up is taken again,
 * with the teacher of before, unless it is taken by now or the subject is gone. One request.
 */
export async function subjectsBack(
  { takeUp, giveUp }: SubjectChanges,
  { followers, act, to }: { followers: readonly MovingSubject[]; act: string; to: string },
): Promise<SubjectsBack> {
  const { subjects } = await readItems({
    subjects: [...takeUp, ...giveUp].map(({ subjectId }) => subjectKey(subjectId)),
  });
  const titles = new Map(subjects.map(({ subjectId, title }) => [subjectId, title]));
  const isThere = new Set(subjects.filter(existing).map(({ subjectId }) => subjectId));
  const titleOf = (subjectId: string) => titles.get(subjectId) ?? subjectId;
  const of = (subjectId: string) => followers.find((one) => one.subjectId === subjectId);
  const left: string[] = [];
  const back = takeUp.flatMap(({ subjectId }) => {
    const { assignment, record, line } = of(subjectId) ?? {};
    if (!assignment) return [];
    const isTouched = assignment.assignedIn?.act !== act || assignment.classId !== to;
    if (!isTouched && !record && !line) return [assignment];
    left.push(`${titleOf(subjectId)} is still taken: ${isTouched ? 'it was changed' : 'marks were entered'} since.`);
    return [];
  });
  const again = giveUp.filter(({ subjectId }) => {
    if (of(subjectId)?.assignment) return false;
    if (isThere.has(subjectId)) return true;
    left.push(`${titleOf(subjectId)} is not taken again: the subject was deleted.`);
    return false;
  });
  return {
    along: { takeUp: again.map(({ subjectId, employeeId }) => ({ subjectId, employeeId })), giveUp: back },
    left,
  };
}
