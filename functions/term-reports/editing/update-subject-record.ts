import { isMarkWord } from '#shared/marks/mark-words.ts';
import { examProblem } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import { noSuchSubject } from '#shared/subjects/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { partBySubjectField, type ReportPermissions, type SubjectField } from '#shared/term-reports/permissions.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { courseWorkKey } from '../../marks/records/course-work.ts';
import { moveRecordToSubject } from '../../marks/records/move-record-to-subject.ts';
import { computeSubjectLines } from '../../marks/records/subject-lines.ts';
import {
  type RecordKey,
  type SubjectRecordItem,
  storedNamesOfCallFields,
  subjectRecordAuditSubject,
  subjectRecordKey,
  type TermPlacement,
  toStoredFields,
  writeRecordFields,
} from '../../marks/records/subject-record.ts';
import { decidePlacementInTerm, type TermReportItem, termReportKey } from '../../marks/records/term-report.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { type CallContext, callHandler } from '../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import { decideAndWrite, type ValueChange } from '../../platform/table/field-changes.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
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
import { requirePermittedChanges } from './require-permitted-changes.ts';

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
type Stored = FoundRecords<ReturnType<typeof updatingKeys>>;

export const updateSubjectRecord = callHandler(termReportsContract.updateSubjectRecord, {
  prefetch: updatingKeys,
  handle: async ({ found, ...context }) => {
    const { input, caller, request } = context;
    const stored = { first: found, read: () => readItems(updatingKeys(input, caller.accountId)) };
    if (input.subject_id_new !== input.subject_id_old) {
      return retryRefused({ ...stored, attempt: (current) => changeSubject(context, current) });
    }
    const key = keyOf(input, input.subject_id_old);
    const saved = await decideAndWrite({
      record: stored.first,
      read: stored.read,
      decide: async (current) => {
        const saving = await authorizeSave(context, current);
        const changes = changesFor(saving, current.record);
        return changes && { saving, changes };
      },
      write: ({ saving: { placement, scheme }, changes }, { record }) =>
        writeRecordFields({
          key,
          placement,
          stored: record,
          changes: changes.map(({ field, before, after }) => ({
            field: storedNamesOfCallFields[field],
            stored: before,
            value: after,
          })),
          examOutOf: scheme.exam?.max ?? null,
          isTeacherKept: true,
          caller,
          request,
        }),
      isDone: () => isChangeDone(subjectRecordAuditSubject(key), request.idempotencyKey),
    });
    return lineOf(input.subject_id_old, saved.record, schemeOf(input, placementOf(context, saved)));
  },
});

type Context = Omit<Update, 'found'>;

function placementOf({ input, caller }: Context, { report, record }: Stored): TermPlacement {
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

/** Reads what a save needs: class, scheme and permissions. @throws ForbiddenError where the caller may write nothing */
async function authorizeSave(context: Context, stored: Stored): Promise<Saving> {
  const { input, caller } = context;
  const { report, posts } = stored;
  const placement = placementOf(context, stored);
  const { classId } = placement;
  const { year, class_id: named } = input;
  const permissions = await requireEditPermissions({ caller, classId, year, named, found: posts });
  return { input, permissions, scheme: schemeOf(input, placement), report, placement };
}

async function changeSubject(context: Context, found: Stored) {
  const { input, caller, request } = context;
  const saving = await authorizeSave(context, found);
  const { permissions, placement, report, scheme } = saving;
  requirePartPermission(permissions, 'subjectRows');
  const subject = subjectUnlessDeleted(found.otherSubject[0]);
  const [taken] = found.otherRecord;
  const [work] = found.otherWork;
  if (!subject) throw new ValidationError({ subject_id_new: [noSuchSubject] });
  const key = keyOf(input, input.subject_id_old);
  if (taken) {
    const isDone = await isChangeDone(subjectRecordAuditSubject(key), request.idempotencyKey);
    if (!isDone) throw new ConflictError(termReportWordings.hasRecord(subject.title));
    return lineOf(input.subject_id_new, taken, scheme);
  }
  const record = await moveRecordToSubject({
    key,
    subjectId: input.subject_id_new,
    placement,
    report,
    record: found.record,
    changes: changesFor(saving, found.record) ?? [],
    examOutOf: scheme.exam?.max ?? null,
    work,
    caller,
    request,
  });
  return record === 'refused' ? record : lineOf(input.subject_id_new, record, scheme);
}

interface Saving {
  input: Update['input'];
  permissions: ReportPermissions;
  scheme: Scheme;
  report: TermReportItem | undefined;
  placement: TermPlacement;
}

/** The changes to write, or null for none. @throws where the caller may not make them, or somebody else has changed a field since */
function changesFor(
  { input, permissions, scheme, report }: Saving,
  stored: SubjectRecordItem | undefined,
): ValueChange<SubjectField>[] | null {
  if (!stored && !report?.subjectIds?.includes(input.subject_id_old)) {
    throw new NotFoundError(termReportWordings.notOnReport);
  }
  const changes = requirePermittedChanges(input, {
    parts: partBySubjectField,
    permissions,
    stored: toStoredFields(stored),
  });
  const exam = changes.find(({ field }) => field === 'exam_mark')?.after;
  const problem = typeof exam === 'number' || isMarkWord(exam) ? examProblem(exam, scheme) : null;
  if (problem !== null) throw new ValidationError({ exam_mark: [problem] });
  return changes.length > 0 ? changes : null;
}

function lineOf(subjectId: string, record: SubjectRecordItem | undefined, scheme: Scheme) {
  const [line] = computeSubjectLines({ subjectIds: [subjectId] }, record ? [record] : [], scheme);
  if (!line) throw new Error('A subject has one line');
  return toSubjectLine(line);
}
