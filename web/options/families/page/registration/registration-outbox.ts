import { familiesContract } from '#shared/options/families/contract.ts';
import { type RegistrationField, registrationFields } from '#shared/options/families/registration-fields.ts';
import { familyRegistrationWordings } from '#shared/options/families/wordings.ts';
import { studentFields } from '#shared/students/fields.ts';
import { closeOutboxOf, type OutboxOwner, openBrowserOutbox } from '../../../../outbox/browser-outbox.ts';
import type { Outbox } from '../../../../outbox/outbox.ts';
import type { SaveTarget } from '../../../../outbox/pending-record.ts';
import {
  defineSaveKind,
  hasExactShape,
  hasPartialShape,
  isNumber,
  isTextOrBlank,
} from '../../../../outbox/save-kind.ts';
import type { SignedInStudent } from '../family-session.ts';

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

const ownerOf = ({ id, outboxKey }: SignedInStudent): OutboxOwner => ({ user: `student/${id}`, key: outboxKey });

/** The student's outbox, which sends what earlier visits left. */
export const openOutboxOfStudent = (student: SignedInStudent): Outbox => openBrowserOutbox(ownerOf(student));

/** Values that are on this device alone. */
export async function countUnsavedAnswers(student: SignedInStudent): Promise<number> {
  const outbox = openOutboxOfStudent(student);
  await outbox.ready;
  await outbox.wake();
  return outbox.unsaved();
}

/** Removes from this device what is not saved: the student signs out. */
export const discardUnsavedAnswers = (student: SignedInStudent): Promise<void> =>
  closeOutboxOf(ownerOf(student), { discards: true });
