import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { markBookWordings, markSheetWordings } from '#shared/marks/wordings.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { type CallContext, callHandler } from '../../../platform/requests/call-handler.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { type AssessmentItem, assessmentKey, type CourseWorkItem, readPage } from '../../records/course-work.ts';
import { checkPage, namedClasses, pageAssessments, pageLessonKeys, toAssessment } from '../page.ts';
import { assessmentFields, assessmentSavedUnder, writeAssessment } from './assessment-store.ts';
import { applyTotal } from './change-lines.ts';

type Save = CallContext<typeof markBookContract.saveAssessment, Record<never, never>>;

/** A page's assessments, whichever way they were made. */
const maxAssessments = 60;

export const saveAssessment = callHandler(markBookContract.saveAssessment, {
  prefetch: (input) => ({ lessons: pageLessonKeys(input, namedClasses(input)) }),
  handle: async ({ input, caller, found, request }) => {
    const page = checkPage({ page: input, classIds: namedClasses(input), lessons: found.lessons, caller });
    const number =
      (await assessmentSavedUnder(page, request.idempotencyKey)) ?? (await save({ input, page, caller, request }));
    const stored = await applyTotal({ page, number, formLevel: input.form_level, caller, request });
    return toAssessment(number, stored);
  },
});

interface Saving {
  input: Save['input'];
  page: string;
  caller: Save['caller'];
  request: Save['request'];
}

/** Adds or edits, and returns the assessment's number; decides again when somebody was faster. */
async function save({ input, page, caller, request }: Saving): Promise<number> {
  const { assessments, lines } = await readPage(page);
  const known = pageAssessments(assessments).map((assessment) => assessment.assesment_number);
  const isNew = input.assesment_number === undefined;
  // Not a deleted one's: that may come back.
  let number = input.assesment_number ?? Math.max(...known, ...assessments.map((stored) => stored.number)) + 1;
  if (!isNew && !known.includes(number)) throw noSuchAssessment();
  return retryRefused({
    read: async () => (isNew ? undefined : (await readItems({ stored: assessmentKey(page, number) })).stored),
    attempt: async (before): Promise<number | 'refused'> => {
      if (number > maxAssessments)
        throw new ValidationError({ assesment_number: [markBookWordings.tooManyAssessments(maxAssessments)] });
      if (before?.deletedAt !== undefined) throw noSuchAssessment();
      const assessment = changed({ page, number, before, input });
      checkTotal({ lines, number, before: before?.total, after: assessment.total });
      const outcome = await writeAssessment({ assessment, before, caller, request });
      if (outcome === 'written') return number;
      if (outcome === 'already done') return (await assessmentSavedUnder(page, request.idempotencyKey)) ?? number;
      if (isNew) number += 1;
      return outcome;
    },
    what: 'this assessment',
  });
}

const noSuchAssessment = () => new ValidationError({ assesment_number: [markBookWordings.noSuchAssessment] });

/**
 * The assessment as it is to be: what the user changed, on top of what is stored. A field that the user saw otherwise than
 * it is stored now, and changed, is a conflict; one left as it was seen stays as it is stored (rules 8, 9).
 */
function changed({
  page,
  number,
  before,
  input,
}: {
  page: string;
  number: number;
  before: AssessmentItem | undefined;
  input: Save['input'];
}): AssessmentItem {
  const after: Record<string, unknown> = { page, number };
  for (const field of assessmentFields) {
    const stored = before?.[field] ?? null;
    const value = input[field] === undefined ? stored : input[field] === '' ? null : input[field];
    const seen = input.was?.[field];
    if (seen !== undefined && seen !== stored && value !== seen && value !== stored) {
      throw new ConflictError(markSheetWordings.changedSinceOpened, {
        field,
        yours: value,
        theirs: stored,
        by: before?.by ?? null,
        at: before?.at ?? null,
      });
    }
    const kept = seen !== undefined && value === seen ? stored : value;
    if (kept !== null) after[field] = kept;
  }
  const isBlank = ['topic', 'date', 'total'].every((field) => after[field] === undefined);
  if (isBlank) throw new ValidationError({ topic: [markBookWordings.fieldsBlank] });
  return after as unknown as AssessmentItem;
}

/** Marks that were given stay within what they are out of: throws where they would not. */
export function checkTotal({
  lines,
  number,
  before,
  after,
}: {
  lines: readonly CourseWorkItem[];
  number: number;
  before: number | undefined;
  after: number | undefined;
}): void {
  if (before === after) return;
  const given = lines.flatMap((line) => line.marks[String(number)]?.mark ?? []);
  if (given.length === 0) return;
  if (after === undefined) throw new ValidationError({ total: [markBookWordings.keepTotal] });
  const above = given.filter((mark) => !isMarkWord(mark) && mark > after).length;
  if (above > 0) throw new ValidationError({ total: [markBookWordings.marksAbove(above, after)] });
}
