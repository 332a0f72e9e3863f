import * as z from 'zod/mini';
import { type StudentField, studentFieldNames, studentFields } from '../fields.ts';

/** Facts that are typed or chosen: all but the files, which are uploaded. */
export type EnteredField = Exclude<
  StudentField,
  | 'id'
  | 'picture'
  | 'file_birth_certificate'
  | 'file_immunization_card'
  | 'file_sea_slip'
  | 'file_passport'
  | 'file_student_permit'
>;
export const enteredFields = studentFieldNames.filter(
  (field) => field !== 'id' && studentFields[field].group !== 'files',
) as readonly EnteredField[];

/** A student must have these, whatever else is blank (product §5). */
export const requiredFields: readonly EnteredField[] = ['first_name', 'last_name', 'birth_certificate_no', 'class_id'];

/** Message of a required fact that is blank. */
export const requiredFactMessage = 'Required';

/** Longer than any fact; `shared/students/values.ts` has the limit of each. */
const typedFact = z.lazy(() => z.nullable(z.string().check(z.maxLength(2000))));

/** An object with `value` for every typed fact. */
export const forEveryTypedFact = <S>(value: S) =>
  Object.fromEntries(enteredFields.map((field) => [field, value])) as Record<EnteredField, S>;

/** The schema of some facts, as they were typed or as the caller saw them. */
export const typedFactsSchema = () => z.partial(z.strictObject(forEveryTypedFact(typedFact)));
