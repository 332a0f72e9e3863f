import { type StudentField, studentFields } from '../../students/fields.ts';
import type { FileKind } from '../../students/files/file-kinds.ts';
import { type EnteredField, enteredFields, requiredFields } from '../../students/register/typed-facts.ts';

/** Facts that the office decides: a family proposes none of them. */
const decidedByOffice = [
  ...(['class_id', 'house_code', 'sea_no', 'entry_date'] as const),
  ...(['date_of_leaving', 'details', 'repeater', 'transfer_in'] as const),
] as const satisfies readonly EnteredField[];

/** A fact of the registration form that a family may propose (product §3 "Registration"). */
export type RegistrationField = Exclude<EnteredField, (typeof decidedByOffice)[number]>;

export const registrationFields = enteredFields.filter(
  (field) => !decidedByOffice.some((one) => one === field),
) as readonly RegistrationField[];

/** What a family proposes and the office decides on: a fact, or one of the six files. */
export type RegistrationPart = RegistrationField | FileKind;

/**
 * Days after its last change for which a registration is kept, and each of its files: until the next year's, with room.
 */
export const registrationKeptDays = 400;

/** A registration that is handed in has these, whatever else is blank (product §5). */
export const requiredRegistrationFields = registrationFields.filter((field) => requiredFields.includes(field));

/** The people of the family group, each a step of their own on a phone. */
const relatives = [
  { prefix: 'father_', title: 'Father' },
  { prefix: 'mother_', title: 'Mother' },
  { prefix: 'guardian_', title: 'Guardian' },
] as const;

const stepTitles = {
  student: 'Student',
  contact: 'Contact',
  family: 'Family',
  'school history': 'School and activities',
  personal: 'Personal',
  technology: 'Technology',
  medical: 'Medical',
  files: 'Files',
} as const;

const stepTitleOf = (field: StudentField): string =>
  relatives.find(({ prefix }) => field.startsWith(prefix))?.title ?? stepTitles[studentFields[field].group];

/** The steps of the form, in the order of the register. */
export const registrationSteps: readonly { title: string; fields: readonly RegistrationField[] }[] = [
  ...Map.groupBy(registrationFields, stepTitleOf),
].map(([title, fields]) => ({ title, fields }));
