import { type StudentField, studentFields } from '#shared/students/fields.ts';

/** What other lists call a field, beside the product's own heading and the field's name in the calls. */
const otherNames: Partial<Record<StudentField, readonly string[]>> = {
  id: ['Student No', 'Student Number', 'Student Code'],
  last_name: ['Surname', 'Family Name'],
  first_name: ['First Names', 'Forename', 'Given Name'],
  middle_name: ['Middle Names', 'Other Names'],
  class_id: ['Form Class', 'Class Name', 'Form'],
  date_of_birth: ['DOB', 'Birth Date', 'Birthday', 'Birthdate'],
  birth_certificate_no: ['Birth Certificate Pin', 'Birth Certificate Number', 'Birth Cert No', 'Birth Pin'],
  house_code: ['House Name'],
  sea_no: ['SEA Number', 'SEA Reg Number', 'SEA Registration Number', 'SEA Registration No'],
  entry_date: ['Date of Entry', 'Admission Date', 'Date of Admission'],
  home_address: ['Address', 'Address Line 1'],
  phone_home: ['Telephone', 'Home Telephone'],
  phone_cell: ['Cell', 'Mobile', 'Mobile Phone', 'Cellphone'],
  email: ['Email Address'],
  sex: ['Gender'],
  ethnic_group_code: ['Ethnicity'],
};

/** Small letters and digits alone: blanks of every kind, a byte order mark, dots, stars and the like make no difference. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

const byHeading = new Map<string, StudentField>(
  (Object.keys(studentFields) as StudentField[]).flatMap((field) =>
    [field, studentFields[field].label, ...(otherNames[field] ?? [])].map((name) => [fold(name), field] as const),
  ),
);

/** The field that a heading names; undefined for any other text. */
export const fieldOfHeading = (heading: string): StudentField | undefined => byHeading.get(fold(heading));
