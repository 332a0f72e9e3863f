import {
  canReadField,
  type StudentField,
  type StudentFieldGroup,
  storedAttributeName,
  studentFieldNames,
  studentFields,
} from '#shared/students/fields.ts';
import { fileKinds } from '#shared/students/files/file-kinds.ts';
import { displayStoredValue } from '#shared/students/spreadsheets/uploaded-values.ts';
import { school } from '../../../school/records/school.ts';
import type { StudentItem } from '../../records/store.ts';

/** A field of the form: its label and value; null where it is blank, to be filled in by hand. */
export interface FormFact {
  label: string;
  value: string | null;
  /** Full-width lines to write on; 0 for a third of a line. */
  lines: 0 | 1 | 2;
  /** Starts a new row: the facts of another person begin. */
  startsRow: boolean;
  isYesOrNo: boolean;
}

/** The content of a registration form: of a student, or empty. */
export interface FormFacts {
  /** "First Last"; null on an empty form. */
  name: string | null;
  studentId: string | null;
  classId: string | null;
  groups: { title: string; facts: FormFact[] }[];
}

const titles: Record<StudentFieldGroup, string> = {
  student: 'Student',
  contact: 'Contact',
  family: 'Family',
  'school history': 'School History',
  personal: 'Personal',
  technology: 'Technology',
  medical: 'Medical',
  files: 'Documents',
};

/**
 * Every field that the reader may see, in the groups of the register. Fields for the office only are left out here, and
 * only here.
 */
export function toFormFacts(student: StudentItem | undefined, reader: 'Admin' | 'PTA'): FormFacts {
  const fields = studentFieldNames.filter(
    (field) => canReadField(field, reader) && !(reader === 'PTA' && isFile(field)),
  );
  const groups = [...Map.groupBy(fields, (field) => studentFields[field].group)].map(([group, members]) => ({
    title: titles[group],
    facts: members.map((field) => factOf(student, field)),
  }));
  return {
    name: student ? [student.firstName, student.middleName, student.lastName].filter(Boolean).join(' ') : null,
    studentId: student?.studentId ?? null,
    classId: student?.classId ?? null,
    groups,
  };
}

const firstOfPerson: ReadonlySet<StudentField> = new Set(['mother_name', 'guardian_name', 'emergency_contact']);

const isFile = (field: StudentField): boolean => fileKinds.some((kind) => kind === field);

function factOf(student: StudentItem | undefined, field: StudentField): FormFact {
  const { label, type, limit = 0 } = studentFields[field];
  const stored = student?.[storedAttributeName(field) as keyof StudentItem];
  const text = stored === undefined ? '' : String(stored).trim();
  const lines = type === 'long text' ? 2 : limit > 200 ? 1 : 0;
  const isFirst = firstOfPerson.has(field);
  return { label, value: printedValue(field, text), lines, startsRow: isFirst, isYesOrNo: type === 'yes or no' };
}

/** As people read it: dates, names in place of codes. */
function printedValue(field: StudentField, text: string): string | null {
  if (text === '') return null;
  const { houses, codeLists: codes } = school();
  return isFile(field) ? 'Uploaded' : displayStoredValue(field, text, { houses, codes });
}
