import { serverWordings } from '#shared/http/wordings.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { markBookRefusals, markBookWordings } from '#shared/marks/wordings.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { type CallContext, callHandler } from '../../../platform/requests/call-handler.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import {
  type AssessmentItem,
  assessmentKey,
  type CourseWorkItem,
  readMarkBookPage,
} from '../../records/course-work.ts';
import { authorizePage, pageLessonKeys, requestedClassIds, toAssessment, toPageAssessments } from '../page.ts';
import { findNumberSavedUnderKey, storedAssessmentFields, writeAssessment } from './assessment-store.ts';
import { applyStoredTotalToMarks } from './change-lines.ts';

type Save = CallContext<typeof markBookContract.saveAssessment, Record<never, never>>;

/** Most assessments of a page, deleted ones included. */
const maxAssessments = 60;

export const saveAssessment = callHandler(markBookContract.saveAssessment, {
  prefetch: (input) => ({ lessons: pageLessonKeys(input, requestedClassIds(input)) }),
  handle: async ({ input, caller, found, request }) => {
    const page = authorizePage({ page: input, classIds: requestedClassIds(input), lessons: found.lessons, caller });
    const number =
      (await findNumberSavedUnderKey(page, request.idempotencyKey)) ?? (await save({ input, page, caller, request }));
    const stored = await applyStoredTotalToMarks({ page, number, formLevel: input.form_level, caller, request });
    return toAssessment(number, stored);
  },
});

interface Saving {
  input: Save['input'];
  page: string;
  caller: Save['caller'];
  request: Save['request'];
}

/** Adds or edits, and returns the assessment's number; decides again after a conflicting write. */
async function save({ input, page, caller, request }: Saving): Promise<number> {
  const { assessments, lines } = await readMarkBookPage(page);
  const known = toPageAssessments(assessments).map((assessment) => assessment.assesment_number);
  const isNew = input.assesment_number === undefined;
  // A deleted assessment keeps its number: it may be restored.
  let number = input.assesment_number ?? Math.max(...known, ...assessments.map((stored) => stored.number)) + 1;
  if (!isNew && !known.includes(number)) throw noSuchAssessment();
  return retryRefused({
    read: async () => (isNew ? undefined : (await readItems({ stored: assessmentKey(page, number) })).stored),
    attempt: async (before): Promise<number | 'refused'> => {
      if (number > maxAssessments)
        throw new ValidationError({ assesment_number: [markBookRefusals.tooManyAssessments(maxAssessments)] });
      if (before?.deletedAt !== undefined) throw noSuchAssessment();
      const assessment = changed({ page, number, before, input });
      requireTotalAboveMarks({ lines, number, before: before?.total, after: assessment.total });
      const outcome = await writeAssessment({ assessment, before, caller, request });
      if (outcome === 'written') return number;
      if (outcome === 'done') return (await findNumberSavedUnderKey(page, request.idempotencyKey)) ?? number;
      if (isNew) number += 1;
      return 'refused';
    },
    what: 'this assessment',
  });
}

const noSuchAssessment = () => new ValidationError({ assesment_number: [markBookRefusals.noSuchAssessment] });

/**
 * The stored assessment with the user's changes. A changed field that is stored otherwise than the user saw it is a conflict;
 * a field that the user did not change keeps its stored value (rules 8, 9).
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
  for (const field of storedAssessmentFields) {
    const stored = before?.[field] ?? null;
    const value = input[field] === undefined ? stored : input[field] === '' ? null : input[field];
    const seen = input.was?.[field];
    if (seen !== undefined && seen !== stored && value !== seen && value !== stored) {
      throw new ConflictError(serverWordings.changedSinceOpened, {
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

/** @throws {ValidationError} if marks were given and the new total is missing or below one of them. */
export function requireTotalAboveMarks({
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
  if (after === undefined) throw new ValidationError({ total: [markBookRefusals.keepTotal] });
  const above = given.filter((mark) => !isMarkWord(mark) && mark > after).length;
  if (above > 0) throw new ValidationError({ total: [markBookRefusals.marksAbove(above, after)] });
}
