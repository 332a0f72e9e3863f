import { storedAttributeName } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { EnteredField } from '#shared/students/register/typed-facts.ts';
import { placementWordings, recordWordings } from '#shared/students/wordings.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { type AuditFieldChange, type Authorship, isChangeDone } from '../../../platform/table/audit.ts';
import { type FieldSave, fieldsMeantToChange, type ValueChange } from '../../../platform/table/field-changes.ts';
import { saveTyped } from '../../../platform/table/save-typed.ts';
import { readItems } from '../../../platform/table/table.ts';
import { changeStudent } from '../../records/change-student.ts';
import { createNearSeaFinder, nearSeaQuestion, readAllIdentities } from '../../records/duplicates.ts';
import { resumeMove } from '../../records/placement/move-remaining.ts';
import { moveStudent } from '../../records/placement/move-student.ts';
import { requireStudent, type StudentItem, studentAuditSubject, studentKey, studentName } from '../../records/store.ts';
import { claimCertificateNumbers, parseFacts, storedFact, type TypedFacts } from '../../records/student-facts.ts';
import { undoableRegisterActs } from './student-acts.ts';

/**
 * Everything is judged before anything is written; the facts are one write, and a change of class is another. A
 * repeated request resumes where the first one stopped.
 */
export const saveStudent = callHandler(studentRegisterContract.saveStudent, {
  prefetch: ({ id }) => ({ student: studentKey(id) }),
  handle: async ({ input: { id, was, is_another: isAnother = false, ...given }, caller, found, request }) => {
    const save: Save = { values: parseFacts(given, request.now), was: was as TypedFacts | undefined };
    const ofFacts = { ...request, idempotencyKey: `${request.idempotencyKey}/facts` };
    const isDone = (key: string) => isChangeDone(studentAuditSubject(id), key);
    const record = await saveTyped<StudentItem, EnteredField>({
      found: requireStudent(found.student),
      read: async () => requireStudent((await readItems({ student: studentKey(id) })).student),
      save,
      trail: { subject: studentAuditSubject(id), names: namesInTrail },
      request: ofFacts,
      isDone: async () => (await isDone(ofFacts.idempotencyKey)) || (await isDone(request.idempotencyKey)),
      decide: async (student, changesTo) => {
        const changed = await changesTo({ value: (field) => storedFact(student, field) });
        const isMeant = (name: EnteredField) => changed.some(({ field }) => field === name);
        if (isMeant('class_id') && student.status === 'archived')
          throw new ConflictError(recordWordings.restoreFirst(studentName(student, id)));
        const changes = storedChanges(changed);
        const identities = readOnce(readAllIdentities);
        const papers = await claimCertificateNumbers(changes, student, identities);
        if (!isAnother) await refuseNearSea(changes, { studentId: id, identities });
        const facts = storedChanges(changed.filter(({ field }) => field !== 'class_id'));
        if (facts.length === 0) return null;
        const more = papers.claimActions(id, request);
        const after = Object.fromEntries(facts.map((change) => [change.field, change.after ?? undefined]));
        return {
          write: () => changeStudent({ student, changes: facts, by: { caller, request: ofFacts }, more }),
          after: { ...student, ...after },
        };
      },
    });
    const to = save.values.class_id ?? record.classId;
    const isMeant = fieldsMeantToChange(save).includes('class_id');
    return { id, undo: isMeant ? await moveClass({ student: record, to, by: { caller, request } }) : null };
  },
});

interface Save extends FieldSave<EnteredField> {
  values: TypedFacts;
}

const namesInTrail = (field: EnteredField) =>
  field === 'class_id' ? ['class', 'classId'] : [storedAttributeName(field)];

const readOnce = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let found: Promise<T> | undefined;
  return () => {
    found ??= read();
    return found;
  };
};

/**
 * @throws ValidationError where a new SEA number differs from another student's in zeros alone (rule 55), on the field
 * `is_another` that answers it
 */
async function refuseNearSea(
  changes: readonly AuditFieldChange[],
  { studentId, identities }: { studentId: string; identities: typeof readAllIdentities },
): Promise<void> {
  const seaNo = changes.find(({ field }) => field === 'seaNo')?.after;
  if (typeof seaNo !== 'string') return;
  const near = createNearSeaFinder(await identities())({ seaNo, studentId });
  if (near.length > 0) throw new ValidationError({ is_another: near.map(nearSeaQuestion) });
}

const storedChanges = (changes: readonly ValueChange<EnteredField>[]) =>
  changes.map(({ field, before, after }) => ({ field: storedAttributeName(field), before, after }));

interface ClassMove {
  student: StudentItem;
  to: string;
  by: Authorship;
}

/** @returns the act to undo */
async function moveClass({ student, to, by }: ClassMove): Promise<string | null> {
  const { studentId, classId: from } = student;
  const { done } = await readItems({ done: undoableRegisterActs.key(by.request.idempotencyKey) });
  if (done?.change.kind === 'class changed') {
    // By an earlier attempt of this request: it may have stopped halfway, and the student may have been moved since.
    await resumeMove({ studentId, from: done.change.details.from, by });
    return done.key;
  }
  if (from === to) return null;
  const isMoved = await moveStudent(
    { studentId, from, to },
    {
      action: (lost) =>
        undoableRegisterActs.create({
          change: { kind: 'class changed', details: { studentId, from, to, ...lost } },
          what: `${studentName(student, studentId)}: ${from} → ${to}`,
          by,
        }),
    },
    by,
  );
  if (!isMoved) throw new ConflictError(placementWordings.busy);
  return by.request.idempotencyKey;
}
