import type { CodeListName } from './code-lists.ts';

/** How a field is typed, shown and filtered. A `choice` takes its options from a code list of the school file. */
export type StudentFieldType =
  | 'text'
  | 'long text'
  | 'number'
  | 'date'
  | 'phone'
  | 'email'
  | 'yes or no'
  | 'choice'
  | 'class'
  | 'house'
  | 'file'
  | 'picture';

export type StudentFieldGroup =
  | 'student'
  | 'contact'
  | 'family'
  | 'school history'
  | 'personal'
  | 'technology'
  | 'medical'
  | 'files';

/** Titles of the groups, in the order of the register. */
export const groupTitles: Readonly<Record<StudentFieldGroup, string>> = {
  student: 'Student',
  contact: 'Contact',
  family: 'Family',
  'school history': 'School history',
  personal: 'Personal',
  technology: 'Technology',
  medical: 'Medical',
  files: 'Files',
};

interface StudentFieldEntry {
  label: string;
  group: StudentFieldGroup;
  type: StudentFieldType;
  /** The attribute of the stored student; the field's own name where absent. */
  name?: string;
  /** Most characters, in UTF-16 units. */
  limit?: number;
  /** The code list of a `choice`. */
  codes?: CodeListName;
  /** For the office only: never sent to others, not to the PTA either (product §6). */
  isOfficeOnly?: true;
  /** One of the default columns of a table. */
  isDefault?: true;
  isRequired?: true;
}

const text = <const L extends string>(label: L, limit = 120) => ({ label, type: 'text' as const, limit });
const longText = (label: string) => ({ label, type: 'long text' as const, limit: 500 });
const choice = (label: string, codes: CodeListName) => ({ label, type: 'choice' as const, limit: 60, codes });
const yesOrNo = (label: string) => ({ label, type: 'yes or no' as const, limit: 3 });
const phone = (label: string) => ({ label, type: 'phone' as const, limit: 40 });
const email = (label: string) => ({ label, type: 'email' as const, limit: 120 });
const date = (label: string) => ({ label, type: 'date' as const, limit: 10 });
const number = (label: string) => ({ label, type: 'number' as const, limit: 3 });
const file = (label: string) => ({ label, type: 'file' as const, limit: 200, isOfficeOnly: true as const });

type Described = Omit<StudentFieldEntry, 'group'>;

const student = {
  id: { ...text('Student ID', 40), name: 'studentId', isDefault: true, isRequired: true },
  last_name: { ...text('Last Name'), name: 'lastName', isDefault: true, isRequired: true },
  first_name: { ...text('First Name'), name: 'firstName', isDefault: true, isRequired: true },
  middle_name: { ...text('Middle Name'), name: 'middleName' },
  class_id: { label: 'Class', type: 'class', limit: 40, name: 'classId', isDefault: true, isRequired: true },
  date_of_birth: { ...date('Date of Birth'), name: 'dateOfBirth', isDefault: true },
  birth_certificate_no: { ...text('Birth Cerficate Pin', 40), name: 'birthCertificateNo', isOfficeOnly: true },
  house_code: { label: 'House', type: 'house', limit: 40, name: 'houseCode', isDefault: true },
  sea_no: { ...text('SEA Reg No.', 40), name: 'seaNo', isOfficeOnly: true },
  entry_date: { ...date('Entry Date'), name: 'entryDate' },
} as const satisfies Record<string, Described>;

const contact = {
  home_address: { ...text('Home Address', 250), isOfficeOnly: true },
  address_line_2: text('Town'),
  phone_home: { ...phone('Home Phone'), isOfficeOnly: true },
  phone_cell: { ...phone('Cell Phone'), isOfficeOnly: true },
  email: { ...email('Email'), isOfficeOnly: true },
} as const satisfies Record<string, Described>;

/** The facts of each parent and of the guardian; for the office only. */
const relative = {
  name: text('Name'),
  home_address: text('Home Address', 250),
  occupation: text('Occupation'),
  business_place: text('Business Place'),
  business_address: text('Business Address', 250),
  business_phone: phone('Business Phone'),
  email: email('Email'),
  mobile_phone: phone('Mobile Phone'),
  marital_status: choice('Marital Status', 'marital_status'),
  id_card: text('ID Card', 40),
} as const satisfies Record<string, Described>;

type RelativeField<P extends string> = `${P}_${keyof typeof relative}`;
const relativeFields = <P extends string>(prefix: P, who: string) =>
  Object.fromEntries(
    Object.entries(relative).map(([field, entry]) => [
      `${prefix}_${field}`,
      { ...entry, label: `${who} ${entry.label}`, isOfficeOnly: true },
    ]),
  ) as Record<RelativeField<P>, Described>;

const family = {
  ...relativeFields('father', "Father's"),
  ...relativeFields('mother', "Mother's"),
  ...relativeFields('guardian', "Guardian's"),
  emergency_contact: { ...text('Emergency Contact'), isOfficeOnly: true },
  emergency_home_phone: { ...phone('Emergency Phone'), isOfficeOnly: true },
  relation_to_child: { ...text('Relation to Child', 60), isOfficeOnly: true },
  place_in_family: { ...number('Place in Family'), isOfficeOnly: true },
  no_in_family: { ...number('Children in Family'), isOfficeOnly: true },
  no_at_home: { ...number('Children at Home'), isOfficeOnly: true },
  relative_in_school: { ...text('Relatives in School', 250), isOfficeOnly: true },
} satisfies Record<string, Described>;

const schoolHistory = {
  date_of_leaving: date('Date of Leaving'),
  previous_school: text('Previous School'),
  details: longText('Details'),
  repeater: yesOrNo('Repeater'),
  transfer_in: yesOrNo('Transfer'),
  transport: choice('Transport', 'transport'),
  school_feeding: choice('School Feeding', 'school_feeding'),
  activities: longText('Activities'),
  achievements: longText('Achievements'),
  hobbies: longText('Hobbies'),
} as const satisfies Record<string, Described>;

const personal = {
  religion_code: { ...choice('Religion', 'religion_code'), isOfficeOnly: true },
  ethnic_group_code: { ...choice('Ethnic Group', 'ethnic_group_code'), isOfficeOnly: true },
  place_of_birth: text('Place of Birth'),
  nationality: text('Nationality', 60),
  sex: choice('Sex', 'sex'),
  living_status: { ...choice('Lives with', 'living_status'), isOfficeOnly: true },
  regional_corporation: choice('Regional Corporation', 'regional_corporation'),
} as const satisfies Record<string, Described>;

const technology = {
  internet_access: yesOrNo('Internet Access'),
  device_type: choice('Device', 'device_type'),
} as const satisfies Record<string, Described>;

const medicalFields = {
  medical_history: longText('Medical History'),
  blood_type: choice('Blood Type', 'blood_type'),
  hepatitis: yesOrNo('Hepatitis Vaccine'),
  polio: yesOrNo('Polio Vaccine'),
  diphtheria: yesOrNo('Diphtheria Vaccine'),
  tetanus: yesOrNo('Tetanus Vaccine'),
  yellow_fever: yesOrNo('Yellow Fever Vaccine'),
  measles: yesOrNo('Measles Vaccine'),
  tb: yesOrNo('TB Vaccine'),
  chicken_pox: yesOrNo('Chicken Pox'),
  typhoid: yesOrNo('Typhoid'),
  rheumatic_fever: yesOrNo('Rheumatic Fever'),
  poor_eyesight: yesOrNo('Poor Eyesight'),
  poor_hearing: yesOrNo('Poor Hearing'),
  diabetes: yesOrNo('Diabetes'),
  asthma: yesOrNo('Asthma'),
  epilepsy: yesOrNo('Epilepsy'),
  allergy: text('Allergy', 250),
  special_consideration: longText('Special Consideration'),
  other_illness: longText('Other Illness'),
} as const satisfies Record<string, Described>;

const files = {
  file_birth_certificate: file('Birth Certificate'),
  file_immunization_card: file('Immunization Card'),
  file_sea_slip: file('SEA Placement Slip'),
  /** In the register for the office only; mark sheets and reports show it to those who see the student there. */
  picture: { label: 'Passport Photo', type: 'picture', limit: 200, isOfficeOnly: true },
  file_passport: file('Passport Bio Page'),
  file_student_permit: file('Student Permit'),
} as const satisfies Record<string, Described>;

type OptionalField =
  | keyof typeof contact
  | keyof typeof family
  | keyof typeof schoolHistory
  | keyof typeof personal
  | keyof typeof technology
  | keyof typeof medicalFields
  | keyof typeof files;
export type StudentField = keyof typeof student | OptionalField;

const inGroup = <F extends string>(
  group: StudentFieldGroup,
  fields: Record<F, Described>,
  all: Partial<Described> = {},
) =>
  Object.fromEntries(
    (Object.entries(fields) as [F, Described][]).map(([field, entry]) => [field, { ...entry, ...all, group }]),
  ) as Record<F, StudentFieldEntry>;

const optionalFields = {
  ...inGroup('contact', contact),
  ...inGroup('family', family),
  ...inGroup('school history', schoolHistory),
  ...inGroup('personal', personal),
  ...inGroup('technology', technology),
  ...inGroup('medical', medicalFields, { isOfficeOnly: true }),
  ...inGroup('files', files),
};

/**
 * The fields of a student (product §3 "Student"), by the names of the calls and in the order of the register: ten facts
 * that the product itself uses, and some eighty optional ones, which are stored under the same names.
 */
export const studentFields: Readonly<Record<StudentField, StudentFieldEntry>> = {
  ...inGroup('student', student),
  ...optionalFields,
};

/** Every field, in the order of the register. */
export const studentFieldNames = Object.keys(studentFields) as readonly StudentField[];

/** The attribute of the stored student that holds a field. */
export const storedAttributeName = (field: StudentField): string => studentFields[field].name ?? field;

/** The fields that identify a row: every answer and every column menu has them. */
export const identifyingFields = [
  'id',
  'last_name',
  'first_name',
  'class_id',
] as const satisfies readonly StudentField[];

/**
 * The only rule of read rights on fields of the register (product §6): the PTA gets no field for the office only, in no
 * answer and no file.
 */
export const canReadField = (field: StudentField, role: 'Admin' | 'PTA'): boolean =>
  role === 'Admin' || !studentFields[field].isOfficeOnly;

/** An optional fact of a student; stored as text under the same name. */
export type OptionalStudentField = OptionalField;
export const optionalStudentFields = Object.keys(optionalFields) as readonly OptionalStudentField[];
