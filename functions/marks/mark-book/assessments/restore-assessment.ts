import { markFieldName } from '#shared/marks/field-names.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markBookRefusals } from '#shared/marks/wordings.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { readItems } from '../../../platform/table/table.ts';
import {
  type AssessmentItem,
  assessmentKey,
  type CourseWorkItem,
  readLinesOfStudents,
  type WorkMark,
} from '../../records/course-work.ts';
import { authorizePage, pageLessonKeys, requestedClassIds, toAssessment } from '../mark-book-page.ts';
import { listRemovedMarksOfAssessment, writeAssessmentDeletion } from './assessment-store.ts';
import { type AssessmentChangeContext, changeLines, type LineChange } from './change-lines.ts';

/** The marks first, while nobody can enter others; then the assessment. A repeated call resumes between the two. */
export const restoreAssessment = callHandler(markBookContract.restoreAssessment, {
  prefetch: (input) => ({ lessons: pageLessonKeys(input, requestedClassIds(input)) }),
  handle: async ({ input, caller, found, request }) => {
    const page = authorizePage({ page: input, classIds: requestedClassIds(input), lessons: found.lessons, caller });
    const { assesment_number: number, form_level: formLevel } = input;
    const { assessment } = await readItems({ assessment: assessmentKey(page, number) });
    if (!assessment || isDeletedAssessmentExpired(assessment, request.now))
      throw new NotFoundError(markBookRefusals.assessmentExpired);
    if (assessment.deletedAt === undefined) return toAssessment(number, assessment);

    await restoreAssessmentWithMarks(assessment, { page, number, formLevel, by: { caller, request } });
    return toAssessment(number, assessment);
  },
});

/** DynamoDB removes what has expired some time later; until then it counts as gone. */
export const isDeletedAssessmentExpired = ({ expires }: AssessmentItem, now: Date): boolean =>
  expires !== undefined && expires * 1000 <= now.getTime();

/** Restores a deleted assessment and its marks; returns the marks by student. */
export async function restoreAssessmentWithMarks(
  assessment: AssessmentItem,
  context: AssessmentChangeContext,
): Promise<ReadonlyMap<string, WorkMark>> {
  const { page, number, by } = context;
  const removed = await listRemovedMarksOfAssessment(page, number, assessment.deletedAt ?? '');
  const marks = new Map(removed.map(({ studentId, mark }) => [studentId, mark]));
  await changeLines({
    lines: await readLinesOfStudents(removed),
    assessment,
    decide: (line) => withMark(line, { number, mark: marks.get(line.studentId) }),
    context,
  });
  const outcome = await writeAssessmentDeletion({ assessment, deletion: null, by });
  if (isRefused(outcome)) throw new ConflictError(markBookRefusals.assessmentBusy);
  return marks;
}

/** Undefined for a line that already has a mark. */
function withMark(
  line: CourseWorkItem,
  { number, mark }: { number: number; mark: WorkMark | undefined },
): LineChange | undefined {
  const name = String(number);
  if (mark === undefined || line.marks[name] !== undefined) return undefined;
  return { marks: { ...line.marks, [name]: mark }, field: markFieldName(number), before: null, after: mark.mark };
}
