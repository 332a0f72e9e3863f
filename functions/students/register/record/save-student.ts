import { storedAttributeName } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { EnteredField } from '#shared/students/register/typed-facts.ts';
import { placementWordings, recordWordings } from '#shared/students/wordings.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { type AuditFieldChange, type Author, isChangeDone, type WriteAttempt } from '../../../platform/table/audit.ts';
import {
  decideAndWrite,
  decideChangesUnlessConflict,
  type FieldSave,
  fieldsMeantToChange,
  type ValueChange,
} from '../../../platform/table/field-changes.ts';
import { readItems } from '../../../platform/table/table.ts';
import { changeStudent } from '../../records/change-student.ts';
import { createNearSeaFinder, nearSeaQuestion, readAllIdentities } from '../../records/duplicates.ts';
import type { ClaimsFound } from '../../records/identity-claims.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { moveStudent } from '../../records/placement/move-student.ts';
import { requireStudent, type StudentItem, studentAuditSubject, studentKey, studentName } from '../../records/store.ts';
import { claimCertificateNumbers, parseFacts, storedFact, type TypedFacts } from '../../records/student-facts.ts';
import { undoableRegisterActs } from './student-acts.ts';

type Change = ValueChange<EnteredField>;

/**
 * Everything is judged before anything is written; the facts are one write, and a change of class is another. A repeated
 * request resumes where the first one stopped.
 */
export const saveStudent = callHandler(studentRegisterContract.saveStudent, {
  prefetch: ({ id }) => ({ student: studentKey(id) }),
  handle: async ({ input: { id, was, is_another: isAnother = false, ...given }, caller, found, request }) => {
    const save: Save = { values: parseFacts(given, request.now), was: was as TypedFacts | undefined };
    const ofFacts = { ...request, idempotencyKey: `${request.idempotencyKey}/facts` };
    const isDone = (key: string) => isChangeDone(studentAuditSubject(id), key);
    let papers: ClaimsFound | undefined;
    const record = await decideAndWrite<StudentItem, Change[]>({
      record: requireStudent(found.student),
      read: async () => requireStudent((await readItems({ student: studentKey(id) })).student),
      decide: async (student) => {
        const changes = await decideChanges(save, student);
        const stored = storedChanges(changes);
        const identities = readOnce(readAllIdentities);
        papers = await claimCertificateNumbers(stored, student, identities);
        if (!isAnother) await refuseNearSea(stored, { studentId: id, identities });
        const facts = changes.filter(({ field }) => field !== 'class_id');
        return facts.length > 0 ? facts : null;
      },
      write: (changes, student) =>
        changeStudent({
          student,
          changes: storedChanges(changes),
          caller,
          request: ofFacts,
          more: papers?.claimActions(id, request) ?? [],
        }),
      applied: (changes, student) => ({
        ...student,
        ...Object.fromEntries(storedChanges(changes).map(({ field, after }) => [field, after ?? undefined])),
      }),
      isDone: async () => (await isDone(ofFacts.idempotencyKey)) || (await isDone(request.idempotencyKey)),
    });
    const to = save.values.class_id ?? record.classId;
    const isMeant = fieldsMeantToChange(save).includes('class_id');
    return { id, undo: isMeant ? await moveClass({ student: record, to, caller, request }) : null };
  },
});

interface Save extends FieldSave<EnteredField> {
  values: TypedFacts;
}

/** The changes to write. Throws where another user has changed one of the fields since. */
async function decideChanges(save: Save, student: StudentItem): Promise<Change[]> {
  const changes = await decideChangesUnlessConflict<EnteredField>({
    save,
    value: (field) => storedFact(student, field),
    trail: {
      subject: studentAuditSubject(student.studentId),
      names: (field) => (field === 'class_id' ? ['class', 'classId'] : [storedAttributeName(field)]),
    },
  });
  if (changes.some(({ field }) => field === 'class_id') && student.status === 'archived') {
    throw new ConflictError(recordWordings.restoreFirst(studentName(student, student.studentId)));
  }
  return changes;
}

const readOnce = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let found: Promise<T> | undefined;
  return () => {
    found ??= read();
    return found;
  };
};

/** @throws ValidationError where a new SEA number differs from another student's in zeros alone (rule 55), on the field `is_another` that answers it */
async function refuseNearSea(
  changes: readonly AuditFieldChange[],
  { studentId, identities }: { studentId: string; identities: typeof readAllIdentities },
): Promise<void> {
  const seaNo = changes.find(({ field }) => field === 'seaNo')?.after;
  if (typeof seaNo !== 'string') return;
  const near = createNearSeaFinder(await identities())({ seaNo, studentId });
  if (near.length > 0) throw new ValidationError({ is_another: near.map(nearSeaQuestion) });
}

const storedChanges = (changes: readonly Change[]) =>
  changes.map(({ field, before, after }) => ({ field: storedAttributeName(field), before, after }));

interface ClassMove {
  student: StudentItem;
  to: string;
  caller: Author;
  request: WriteAttempt;
}

/** @returns the act to undo */
async function moveClass({ student, to, caller, request }: ClassMove): Promise<string | null> {
  const { studentId, classId: from } = student;
  const { done } = await readItems({ done: undoableRegisterActs.key(request.idempotencyKey) });
  if (done?.change.kind === 'class changed') {
    // By an earlier attempt of this request: it may have stopped halfway, and the student may have been moved since.
    await resumeMove({ studentId, from: done.change.details.from, caller, request });
    return done.key;
  }
  if (from === to) return null;
  const isMoved = await moveStudent({
    studentId,
    from,
    to,
    caller,
    request,
    action: (lost) =>
      undoableRegisterActs.create({
        change: { kind: 'class changed', details: { studentId, from, to, ...lost } },
        what: `${studentName(student, studentId)}: ${from} → ${to}`,
        caller,
        request,
      }),
  });
  if (!isMoved) throw new ConflictError(placementWordings.busy);
  return request.idempotencyKey;
}
