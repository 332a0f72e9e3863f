import { type HeavyAct, heavyActTitle } from '#shared/accounts/approvals/heavy-acts.ts';
import { manageAdminsAction, type PermissionEntry, permissionsText } from '#shared/accounts/auth/permissions.ts';
import { levelName } from '#shared/people/form-level.ts';
import { lastFirst } from '#shared/people/last-first.ts';
import { pluralize } from '#shared/pluralize.ts';
import { type LogKind, type LogLine, logKinds } from '#shared/reports/office-log.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { type Caller, hasAction, hasMenu } from '../../../platform/requests/caller.ts';
import type { LogRow } from '../../../platform/table/office-log.ts';
import { school } from '../../../school/records/school.ts';

interface Names {
  /** Of accounts. */
  people: ReadonlyMap<string, string>;
  students: ReadonlyMap<string, { lastName: string; firstName: string; classId?: string | undefined }>;
}

/** The student whose record or report a line is about. */
export const studentOfLogRow = ({ subject }: Pick<LogRow, 'subject'>): string | null =>
  subject.startsWith('student#') ? (subject.split('#')[1] ?? null) : null;

/** A line as the caller may see it: with values only where the caller may open the screen that shows them. */
export function toLogLine(row: LogRow, names: Names, caller: Caller): LogLine {
  const kind = row.logKind as LogKind;
  const shows = showsValues(kind, caller);
  return {
    ...{ key: row.logOrder, at: schoolTime(new Date(row.at), school().timeZone) },
    ...{ account_id: row.accountId, by: row.name, kind },
    about: aboutOf(row, names),
    student_id: studentOfLogRow(row),
    changes: row.changes.map(({ field, before, after }) => ({
      field: toWords(field),
      was: shows ? valueText(before) : null,
      now: shows ? valueText(after) : null,
    })),
    shows_values: shows,
  };
}

const showsValues = (kind: LogKind, caller: Caller): boolean =>
  hasMenu(caller, [logKinds[kind].menu]) && (kind !== 'permissions' || hasAction(caller, manageAdminsAction));

function aboutOf({ subject }: LogRow, { people, students }: Names): string {
  const [word = '', ...of] = subject.split('#');
  const [first = '', second = ''] = of;
  const termText = (year: string, term: string) => {
    const title = schoolFileTermTitle(school().terms, Number(term));
    return `${title} ${academicYearTitle(Number(year))}`;
  };
  switch (word) {
    case 'student': {
      const student = students.get(first);
      const name = student ? lastFirst(student) : first;
      if (of.length === 1) return name;
      const [, , termId = '', subjectId] = of;
      return [name, termText(second, termId), ...(subjectId === undefined ? [] : [subjectId])].join(', ');
    }
    case 'period':
    case 'posting':
    case 'registration':
      return termText(first, second);
    case 'approval':
      return heavyActTitle({ act: first as HeavyAct, year: Number(second), term: Number(of[2]) as 1 | 2 | 3 });
    case 'promotion':
      return academicYearTitle(Number(first));
    case 'window':
      return levelName(Number(first));
    case 'account':
    case 'employee':
    case 'sessions':
      return people.get(first) ?? first;
    case 'lessons':
    case 'class-posts':
      return `${people.get(second) ?? second}, ${academicYearTitle(Number(first))}`;
    case 'school-day':
      return displayDate(first);
    default:
      return [toWords(word), ...of].join(' ');
  }
}

/** `possibleAttendance` and `new-term` as "Possible attendance" and "New term". */
function toWords(name: string): string {
  const words = name
    .replaceAll('-', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Characters of a value that are shown. */
const shownLength = 200;

function valueText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = plainText(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isPermissions(value)) return permissionsText(value);
  if (typeof value === 'object' && value !== null && 'isPosted' in value)
    return value.isPosted ? 'Posted' : 'Not posted';
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string')
      ? value.join(', ')
      : pluralize(value.length, 'entry', 'entries');
  // The fields of a record have lines of their own.
  return typeof value === 'object' ? 'a record' : String(value);
}

const isPermissions = (value: unknown): value is PermissionEntry[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'object' && one !== null && 'menu' in one);
