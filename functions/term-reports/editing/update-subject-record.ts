import { isMarkWord } from '#shared/marks/mark-words.ts';
import { examProblem } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { partBySubjectField, type ReportPermissions, type SubjectField } from '#shared/term-reports/permissions.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { courseWorkKey } from '../../marks/records/course-work.ts';
import { moveRecordToSubject, recordInSubject } from '../../marks/records/move-record-to-subject.ts';
import { computeSubjectLines } from '../../marks/records/subject-lines.ts';
import {
  callFields,
  type RecordKey,
  type SubjectRecordItem,
  subjectRecordAuditSubject,
  subjectRecordKey,
  type TermPlacement,
  toStoredFields,
  writeRecordFields,
} from '../../marks/records/subject-record.ts';
import { decidePlacementInTerm, termReportKey } from '../../marks/records/term-report.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { toFieldSave, type ValueChange } from '../../platform/table/field-changes.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import { type FoundRecords, readItems } from '../../platform/table/table.ts';
import { school } from '../../school/records/school.ts';
import { subjectKey, subjectUnlessDeleted } from '../../subjects/records/store.ts';
import {
  noSuchReportError,
  postKeysOfNamedClass,
  requireEditPermissions,
  requirePartPermission,
} from '../report-access.ts';
import { toSubjectLine } from '../report-mapper.ts';
import { normalizeReportValue, permittedFields } from './permitted-fields.ts';

type Update = CallContext<typeof termReportsContract.updateSubjectRecord, Record<never, never>>;

const keyOf = (input: Update['input'], subjectId: string): RecordKey => ({
  studentId: input.student_id,
  year: input.year,
  term: input.term,
  subjectId,
});

const updatingKeys = (input: Update['input'], accountId: string) => {
  const other = input.subject_id_new === input.subject_id_old ? [] : [input.subject_id_new];
  return {
    report: termReportKey(keyOf(input, '')),
    record: subjectRecordKey(keyOf(input, input.subject_id_old)),
    posts: postKeysOfNamedClass(input, accountId),
    otherSubject: other.map(subjectKey),
    otherRecord: other.map((subjectId) => subjectRecordKey(keyOf(input, subjectId))),
    otherWork: other.map((subjectId) => courseWorkKey(keyOf(input, subjectId))),
  };
};
type Found = FoundRecords<ReturnType<typeof updatingKeys>>;

export const updateSubjectRecord = callHandler(termReportsContract.updateSubjectRecord, {
  prefetch: updatingKeys,
  handle: async ({ found, ...context }) => {
    const { input, caller, request } = context;
    const key = keyOf(input, input.subject_id_old);
    const save = toFieldSave(input, callFields, normalizeReportValue);
    const isMoving = input.subject_id_new !== input.subject_id_old;
    const afterwards = await saveTyped({
      found,
      read: () => readItems(updatingKeys(input, caller.accountId)),
      save,
      trail: { subject: subjectRecordAuditSubject(key) },
      request,
      decide: async (current, changesTo) => {
        const { permissions, placement, scheme } = await authorizeSave(context, current);
        const { record, report, otherWork } = current;
        if (isMoving) requireFreeSubject(current, permissions);
        if (!record && !report?.subjectIds?.includes(input.subject_id_old))
          throw new NotFoundError(termReportWordings.notOnReport);
        const meant = permittedFields(save, { parts: partBySubjectField, permissions });
        const changes = await changesTo({ ...toStoredFields(record), meant });
        requireExamInRange(changes, scheme);
        const change = { key, placement, record, changes, examOutOf: scheme.exam?.max ?? null };
        if (isMoving) {
          const to = { subjectId: input.subject_id_new, report, work: otherWork[0] };
          return {
            write: () => moveRecordToSubject(change, to, context),
            after: { ...current, otherRecord: [recordInSubject(change, to, context)] },
          };
        }
        if (changes.length === 0) return null;
        return { write: () => writeRecordFields(change, context, { isTeacherKept: true }) };
      },
    });
    const record = isMoving ? afterwards.otherRecord[0] : afterwards.record;
    return lineOf(input.subject_id_new, record, schemeOf(input, placementOf(context, afterwards)));
  },
});

type Context = Omit<Update, 'found'>;

function placementOf({ input, caller }: Context, { report, record }: Found): TermPlacement {
  const placement = decidePlacementInTerm(keyOf(input, input.subject_id_old), {
    report,
    record,
    assignment: undefined,
  });
  if (!placement) throw noSuchReportError(caller);
  return placement;
}

const schemeOf = ({ term }: Update['input'], { formLevel }: TermPlacement): Scheme =>
  schemeFor(school().markingScheme, formLevel, term);

/** Class, scheme and permissions. @throws ForbiddenError where the caller may write nothing */
async function authorizeSave(context: Context, found: Found) {
  const { input, caller } = context;
  const placement = placementOf(context, found);
  const { classId } = placement;
  const { year, class_id: named } = input;
  const permissions = await requireEditPermissions({ caller, classId, year, named, found: found.posts });
  return { permissions, scheme: schemeOf(input, placement), placement };
}

/**
 * @throws where the caller may not change a record's subject, there is no such subject, or the student has a record in
 * it
 */
function requireFreeSubject({ otherSubject, otherRecord }: Found, permissions: ReportPermissions): void {
  requirePartPermission(permissions, 'subjectRows');
  const subject = subjectUnlessDeleted(otherSubject[0]);
  if (!subject) throw new ValidationError({ subject_id_new: [noSuchSubject] });
  if (otherRecord.length > 0) throw new ConflictError(termReportWordings.hasRecord(subject.title));
}

function requireExamInRange(changes: readonly ValueChange<SubjectField>[], scheme: Scheme): void {
  const exam = changes.find(({ field }) => field === 'exam_mark')?.after;
  const problem = typeof exam === 'number' || isMarkWord(exam) ? examProblem(exam, scheme) : null;
  if (problem !== null) throw new ValidationError({ exam_mark: [problem] });
}

function lineOf(subjectId: string, record: SubjectRecordItem | undefined, scheme: Scheme) {
  const [line] = computeSubjectLines({ subjectIds: [subjectId] }, record ? [record] : [], scheme);
  if (!line) throw new Error('A subject has one line');
  return toSubjectLine(line);
}
