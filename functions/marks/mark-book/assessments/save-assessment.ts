import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { markBookRefusals, markBookWordings } from '#shared/marks/wordings.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { type CallContext, callHandler } from '../../../platform/requests/call-handler.ts';
import { toFieldSave, type ValueChange } from '../../../platform/table/field-changes.ts';
import { saveTyped } from '../../../platform/table/save-typed.ts';
import { readItems } from '../../../platform/table/table.ts';
import {
  type AssessmentItem,
  assessmentKey,
  type CourseWorkItem,
  pageAuditSubject,
  readMarkBookPage,
} from '../../records/course-work.ts';
import {
  authorizePage,
  pageLessonKeys,
  requestedClassIds,
  toAssessment,
  toPageAssessments,
} from '../mark-book-page.ts';
import { findNumberSavedUnderKey, storedAssessmentFields, writeAssessment } from './assessment-store.ts';
import { applyStoredTotalToMarks } from './change-lines.ts';

type AssessmentCall = CallContext<typeof markBookContract.saveAssessment, Record<never, never>>;

/** Most assessments of a page, deleted ones included. */
const maxAssessments = 60;

export const saveAssessment = callHandler(markBookContract.saveAssessment, {
  prefetch: (input) => ({ lessons: pageLessonKeys(input, requestedClassIds(input)) }),
  handle: async ({ input, caller, found, request }) => {
    const page = authorizePage({ page: input, classIds: requestedClassIds(input), lessons: found.lessons, caller });
    const number =
      (await findNumberSavedUnderKey(page, request.idempotencyKey)) ??
      (await saveOnPage({ input, page, caller, request }));
    const assessment = await applyStoredTotalToMarks({
      page,
      number,
      formLevel: input.form_level,
      by: { caller, request },
    });
    return toAssessment(number, assessment);
  },
});

interface AssessmentToSave {
  input: AssessmentCall['input'];
  page: string;
  caller: AssessmentCall['caller'];
  request: AssessmentCall['request'];
}

/** Adds or edits, and returns the assessment's number; decides again after a conflicting write. */
async function saveOnPage({ input, page, caller, request }: AssessmentToSave): Promise<number> {
  const { assessments, lines } = await readMarkBookPage(page);
  const known = toPageAssessments(assessments).map((assessment) => assessment.assesment_number);
  const isNew = input.assesment_number === undefined;
  // A deleted assessment keeps its number: it may be restored.
  let next = input.assesment_number ?? Math.max(...known, ...assessments.map((one) => one.number)) + 1;
  if (!isNew && !known.includes(next)) throw noSuchAssessment();
  const readStored = async (number: number) => ({
    number,
    before: isNew ? undefined : (await readItems({ stored: assessmentKey(page, number) })).stored,
  });
  const afterwards = await saveTyped<Awaited<ReturnType<typeof readStored>>, Field>({
    found: await readStored(next),
    read: async () => {
      const own = await findNumberSavedUnderKey(page, request.idempotencyKey);
      if (isNew) next += 1;
      return readStored(own ?? next);
    },
    save: toFieldSave<Field>(input, storedAssessmentFields, (value) => (value === '' ? null : value)),
    trail: { subject: pageAuditSubject(page) },
    request,
    decide: async (current, changesTo) => {
      const { number, before } = current;
      if (number > maxAssessments)
        throw new ValidationError({ assesment_number: [markBookRefusals.tooManyAssessments(maxAssessments)] });
      if (before?.deletedAt !== undefined) throw noSuchAssessment();
      const changes = await changesTo({
        value: (field) => before?.[field] ?? null,
        stamp: () => ({ by: before?.by ?? null, at: before?.at ?? null }),
      });
      const assessment = changedAssessment({ page, number }, before, changes);
      requireTotalAboveMarks({ lines, number, before: before?.total, after: assessment.total });
      if (changes.length === 0) return null;
      return { write: () => writeAssessment({ assessment, before, by: { caller, request } }), after: current };
    },
    what: 'this assessment',
  });
  return afterwards.number;
}

const noSuchAssessment = () => new ValidationError({ assesment_number: [markBookRefusals.noSuchAssessment] });

type Field = (typeof storedAssessmentFields)[number];

/**
 * The stored assessment with the changes; other fields keep their stored values. @throws ValidationError where all are
 * blank
 */
function changedAssessment(
  key: Pick<AssessmentItem, 'page' | 'number'>,
  before: AssessmentItem | undefined,
  changes: readonly ValueChange<Field>[],
): AssessmentItem {
  const stored = storedAssessmentFields.map((field) => [field, before?.[field] ?? null] as const);
  const typed = changes.map(({ field, after }) => [field, after] as const);
  const fields = Object.entries(Object.fromEntries([...stored, ...typed])).filter(([, value]) => value !== null);
  const after: AssessmentItem = { ...key, ...Object.fromEntries(fields) };
  const isBlank = after.topic === undefined && after.date === undefined && after.total === undefined;
  if (isBlank) throw new ValidationError({ topic: [markBookWordings.fieldsBlank] });
  return after;
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
