import { markBookContract } from '#shared/mark-book/contract.ts';
import { markField } from '#shared/mark-book/messages.ts';
import { callHandler } from '../../platform/call-handler.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { readPoints } from '../../platform/table.ts';
import { checkPage, namedClasses, pageLessonPoints } from '../check-page.ts';
import { assessmentPoint, type CourseWorkItem, linesOf, type WorkMark } from '../store.ts';
import { toAssessment } from '../wire.ts';
import { removedMarks, writeDeletion } from './assessment-store.ts';
import { bringLines, type LineChange } from './bring-lines.ts';

/** The marks first, while nobody can enter others; then the assessment. Stopped between, doing it again carries on. */
export const restoreAssessment = callHandler(markBookContract.restoreAssessment, {
  points: (input) => ({ lessons: pageLessonPoints(input, namedClasses(input)) }),
  handle: async ({ input, caller, found, request }) => {
    const page = checkPage({ page: input, classIds: namedClasses(input), lessons: found.lessons, caller });
    const { assesment_number: number, form_level: formLevel } = input;
    const { assessment } = await readPoints({ assessment: assessmentPoint(page, number) });
    const isExpired = assessment?.expires !== undefined && assessment.expires * 1000 <= request.now.getTime();
    if (!assessment || isExpired) throw new NotFoundError('This assessment cannot be brought back any more.');
    if (assessment.deletedAt === undefined) return toAssessment(number, assessment);

    const removed = await removedMarks(page, number, assessment.deletedAt);
    const marks = new Map(removed.map(({ studentId, mark }) => [studentId, mark]));
    await bringLines({
      lines: await linesOf(removed),
      assessment,
      decide: (line) => withMark(line, { page, number, mark: marks.get(line.studentId) }),
      following: { page, number, formLevel, caller, request },
    });
    const outcome = await writeDeletion({ assessment, deletion: null, caller, request });
    if (outcome === 'refused') throw new ConflictError('Somebody else is changing this assessment. Please try again.');
    return toAssessment(number, assessment);
  },
});

/** Undefined for a line that has the mark, or that went to another page meanwhile. */
function withMark(
  line: CourseWorkItem,
  { page, number, mark }: { page: string; number: number; mark: WorkMark | undefined },
): LineChange | undefined {
  const name = String(number);
  if (mark === undefined || line.page !== page || line.marks[name] !== undefined) return undefined;
  return { marks: { ...line.marks, [name]: mark }, field: markField(number), before: null, after: mark.mark };
}
