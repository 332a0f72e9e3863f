import { familiesContract } from '#shared/families/contract.ts';
import { type RegistrationField, registrationFields } from '#shared/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/families/wordings.ts';
import { studentFields } from '#shared/students/fields.ts';
import { closeOutboxOf, openBrowserOutbox } from '../../../../outbox/browser-outbox.ts';
import type { Outbox } from '../../../../outbox/outbox.ts';
import type { SaveTarget } from '../../../../outbox/pending-record.ts';
import {
  defineSaveKind,
  hasExactShape,
  hasPartialShape,
  isNumber,
  isTextOrBlank,
} from '../../../../outbox/save-kind.ts';

const isRecord = hasExactShape({ year: isNumber });
const isFacts = hasPartialShape(
  Object.fromEntries(registrationFields.map((field) => [field, isTextOrBlank])) as Record<
    RegistrationField,
    typeof isTextOrBlank
  >,
);

/** A student's own registration; its fields are the facts of the form. */
const registrationSave = defineSaveKind(familiesContract.saveMyRegistration, {
  name: 'myRegistration',
  version: 1,
  failure: familyRegistrationWordings.notSaved,
  labelOf: (field) => studentFields[field as RegistrationField]?.label ?? field,
  read: ({ record, fields, was }) =>
    isRecord(record) && isFacts(fields) && isFacts(was) ? { year: record.year, values: fields, was } : undefined,
});

/** The registration of the year, in the outbox of the student: siblings on one phone have one each. */
export const registrationSaveTarget = (year: number): SaveTarget =>
  registrationSave.target({ names: [year], record: { year }, about: 'My registration' });

const userOf = (studentId: string): string => `student/${studentId}`;

/** The student's outbox, which sends what earlier visits left. */
export const openOutboxOfStudent = (studentId: string): Outbox => openBrowserOutbox(userOf(studentId));

/** Values that are on this device alone. */
export async function countUnsavedAnswers(studentId: string): Promise<number> {
  const outbox = openOutboxOfStudent(studentId);
  await outbox.ready;
  await outbox.wake();
  return outbox.unsaved();
}

/** Removes from this device what is not saved: the student signs out. */
export const discardUnsavedAnswers = (studentId: string): Promise<void> =>
  closeOutboxOf(userOf(studentId), { discards: true });
