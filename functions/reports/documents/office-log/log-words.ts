import { type PermissionEntry, permissionsText } from '#shared/accounts/auth/permissions.ts';
import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { storedAttributeName, studentFieldNames, studentFields } from '#shared/students/fields.ts';
import { termReportFields } from '#shared/term-reports/fields.ts';
import { school } from '../../../school/records/school.ts';

/** Names for the ids that lines of the log contain. */
export interface LogNames {
  /** Of accounts. */
  people: ReadonlyMap<string, string>;
  students: ReadonlyMap<string, { lastName: string; firstName: string; classId?: string | undefined }>;
  /** By subject id. */
  subjects: ReadonlyMap<string, { title: string }>;
}

/** Labels of stored attributes, as the screens have them. */
const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(studentFieldNames.map((field) => [storedAttributeName(field), studentFields[field].label])),
  ...Object.fromEntries(Object.values(termReportFields).map(({ name, label }) => [name, label])),
  class: 'Form class',
  leavingReason: 'Reason for leaving',
  mustResetPassword: 'Must choose a new password',
  dateStart: 'Term Start',
  dateEnd: 'Term End',
  newTermBeginning: 'New Term Beginning',
  teacherNum: 'Teacher number',
  postId: 'Post',
  deletedAt: 'Archived',
  app: 'Application',
  con: 'Conduct',
  isDisabled: 'Disabled',
  isOpen: 'Open',
};

/**
 * The name of a field for people: its label, or its words, with the titles of subjects: `MATH 4A` is "Mathematics 4A".
 */
export function fieldLabel(field: string, { subjects }: Pick<LogNames, 'subjects'>): string {
  const label = labels[field];
  if (label !== undefined) return label;
  const named = field
    .split(' ')
    .map((word) => subjects.get(word)?.title ?? word)
    .join(' ');
  return toWords(named);
}

/** `possibleAttendance`, `new-term` and `phone_cell` as "Possible attendance", "New term" and "Phone cell". */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/_|(?<=[a-z])-(?=[a-z])/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const termText = (year: number, term: number): string =>
  `${schoolFileTermTitle(school().terms, term)}, ${academicYearTitle(year)}`;

/** Characters of a value that are shown. */
const shownLength = 200;

/** A stored value as people read it, with names in place of ids and dates as everywhere; null for a blank. */
export function valueText(value: unknown, names: LogNames): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = plainText(value, names);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

function plainText(value: unknown, names: LogNames): string {
  if (typeof value === 'string') return nameOrDate(value, names);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isPermissions(value)) return permissionsText(value);
  if (Array.isArray(value)) {
    return value.every((one) => typeof one === 'string') && value.length <= 12
      ? value.map((one) => nameOrDate(one, names)).join(', ')
      : pluralize(value.length, 'entry', 'entries');
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if ('isPosted' in value) return value.isPosted ? 'Posted' : 'Not posted';
  if ('year' in value && 'term' in value) return termText(Number(value.year), Number(value.term));
  if ('title' in value) return String(value.title);
  if ('reason' in value) return String(value.reason);
  // The fields of a record have lines of their own.
  return 'a record';
}

function nameOrDate(text: string, { people, subjects }: LogNames): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return displayDate(text);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return momentText(text);
  return people.get(text) ?? subjects.get(text)?.title ?? text;
}

/** A UTC moment as the school's own: "27-Nov-2026 14:05". */
function momentText(moment: string): string {
  const at = schoolTime(new Date(moment), school().timeZone);
  return `${displayDate(at.slice(0, 10))} ${at.slice(11, 16)}`;
}

const isPermissions = (value: unknown): value is PermissionEntry[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'object' && one !== null && 'menu' in one);
