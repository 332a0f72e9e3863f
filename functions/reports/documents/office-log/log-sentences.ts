import { levelName } from '#shared/people/form-level.ts';
import { lastFirst, nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { LogRow } from '../../../platform/table/office-log.ts';
import { studentsOf, type ToldAct, tellActOfOption } from '../../../platform/table/told-acts.ts';
import { fieldLabel, type LogNames, termText, toWords, valueText } from './log-words.ts';

type Change = LogRow['changes'][number];

/** What a line is about, by name: "Ali, Anika (01563)", "Term 1, 2025-2026", "Form 3", "Mathematics". */
export function aboutOf(row: Pick<LogRow, 'subject' | 'changes'>, { people, students, subjects }: LogNames): string {
  const [word = '', ...of] = row.subject.split('#');
  const [first = '', second = '', third = '', fourth] = of;
  switch (word) {
    case 'student': {
      const student = students.get(first);
      // Of the students of the school, others may have the name.
      const name = student ? nameWithId({ name: lastFirst(student), student_id: first }) : first;
      if (of.length === 1) return name;
      if (!/^\d+$/.test(second)) return [name, toWords(second)].join(', ');
      const title = fourth === undefined ? [] : [subjects.get(fourth)?.title ?? fourth];
      return [name, termText(Number(second), Number(third)), ...title].join(', ');
    }
    case 'period':
    case 'posting':
    case 'registration':
      return termText(Number(first), Number(second));
    case 'promotion':
    case 'promotion-plan':
      return academicYearTitle(Number(first));
    case 'window':
      return levelName(Number(first));
    case 'account':
    case 'employee':
    case 'sessions':
      return people.get(first) ?? 'an account that was removed';
    case 'lessons':
    case 'class-posts':
      return `${people.get(second) ?? 'a teacher'}, ${academicYearTitle(Number(first))}`;
    case 'hand-over':
      return of.flatMap((part) => people.get(part) ?? []).join(' and ') || 'a teacher';
    case 'subject':
    case 'assignments':
      return subjects.get(first)?.title ?? first;
    case 'card-layout':
      return 'Report cards';
    case 'school-day':
      return displayDate(first);
    default:
      return tellOfOption(row)?.about ?? toWords(word);
  }
}

/** An act of an option, as the option tells it. */
const tellOfOption = ({ subject, changes }: Pick<LogRow, 'subject' | 'changes'>): ToldAct | undefined =>
  tellActOfOption(subject, { changes, termText: (year, term) => termText(Number(year), Number(term)) });

interface Told {
  about: string;
  changes: readonly Change[];
  names: LogNames;
}

/**
 * Acts that have words of their own, by what the line is about; undefined for changes of fields. For readers who may
 * see the values.
 */
const acts: Readonly<Record<string, (told: Told) => string | undefined>> = {
  student: ({ about, changes }) => {
    const of = (field: string) => changes.find((change) => change.field === field);
    const status = of('status');
    const moved = of('class');
    if (status?.after === 'archived') return `Archived ${about}`;
    if (status?.before === 'archived') return `Took ${about} back into the school`;
    if (of('password') || of('mustResetPassword')) return `Reset the password of ${about}`;
    if (of('everything')) return `Downloaded everything about ${about}`;
    const report = of('report');
    if (report) return `${report.after === null ? 'Deleted' : 'Restored'} the term report of ${about}`;
    if (moved?.before && moved.after) return `Moved ${about} from ${moved.before} to ${moved.after}`;
    const added = of('lastName');
    return added && (added.before ?? null) === null ? `Added ${about}` : undefined;
  },
  period: ({ about, changes }) => {
    const [first] = changes;
    const fields = changes.map(({ field }) => field);
    if (first?.field === 'period') return `${(first.after ?? null) === null ? 'Deleted' : 'Restored'} ${about}`;
    if (fields.includes('current')) return `Made ${about} the current term`;
    if (changes.length === 1 && /^(term|attendance) (closed|opened)$/.test(first?.field ?? '')) {
      const [what, done] = first?.field.split(' ') ?? [];
      const of = what === 'attendance' ? `the attendance of ${about}` : about;
      return done === 'closed' ? `Closed ${of}` : `Opened ${of} again`;
    }
    return undefined;
  },
  posting: ({ about, changes }) => {
    const posted = changes.find(({ field }) => field === 'posted')?.after as { isPosted?: boolean } | undefined;
    if (posted) return posted.isPosted ? `Posted the reports of ${about}` : `Removed the posting of ${about}`;
    const frozen = changes.find(({ field }) => field.startsWith('frozen '));
    if (changes.some(({ field }) => field === 'issued again')) return `Issued a report of ${about} again`;
    return frozen && `Posted ${pluralize((frozen.after as unknown[] | null)?.length ?? 0, 'report')} of ${about}`;
  },
  'card-layout': ({ changes: [change] }) => {
    const name = (value: unknown) => String((value as { name?: string } | null)?.name ?? '');
    switch (change?.field) {
      case 'draft':
        return (change.after ?? null) === null
          ? `Deleted the layout ${name(change.before)}`
          : `Began the layout ${name(change.after)}`;
      case 'published':
        return `Published the layout ${name(change.after)}`;
      case 'undone':
        return `Took back: ${String(change.before)}`;
      default:
        return undefined;
    }
  },
  registration: ({ about, changes }) => {
    const ids = (of: 'before' | 'after') => changes.flatMap((change) => (change[of] ?? []) as string[]);
    const classes = changes
      .map(({ field }) => field.replace('registered ', ''))
      .sort()
      .join(', ');
    const [added, removed] = [ids('after'), ids('before')];
    return added.length > 0
      ? `Registered ${studentsOf(added)} of ${classes} for ${about}`
      : `Took back the registration of ${studentsOf(removed)} of ${classes} for ${about}`;
  },
  promotion: ({ about, changes }) =>
    `Promotion of ${about}: ${changes.map(({ field, after }) => `${field.toLowerCase()}: ${after}`).join(', ')}`,
  'promotion-plan': ({ about, changes }) =>
    `Decided on the promotion of ${pluralize(changes.length, 'student')} in ${about}`,
  window: ({ about, changes, names }) => {
    const open = changes.find(({ field }) => field === 'isOpen');
    const until = valueText(changes.find(({ field }) => field === 'deadline')?.after, names);
    if (!open) return undefined;
    return `${open.after === true ? 'Opened' : 'Closed'} registration for ${about}${until && open.after === true ? ` until ${until}` : ''}`;
  },
  'student-uploads': ({ changes: [first] }) =>
    (first?.after ?? null) === null
      ? 'Took back an upload of students'
      : `Uploaded ${studentsOf((first?.after as { rows?: number }).rows)}`,
  'erased-students': ({ changes: [first] }) => `Erased the student ${String(first?.before)}`,
  'whole-school': () => 'Began a file of the whole school',
  account: ofAccount,
  employee: ofAccount,
  sessions: ({ about }) => `Ended sessions of ${about}`,
  lessons: ({ about, changes, names }) => {
    const of = changes.map(({ field }) => fieldLabel(field, names)).join(', ');
    if (changes.every(({ after }) => after === 'taught')) return `Gave ${about} ${of}`;
    return changes.every(({ before }) => before === 'taught') ? `Took ${of} from ${about}` : undefined;
  },
  'class-posts': ({ changes, names }) =>
    changes
      .map(({ field, before, after }) => {
        const [post = '', classId = ''] = field.split(' of ');
        const name = names.people.get(String(after ?? before)) ?? 'a teacher';
        return (after ?? null) === null
          ? `${name} is no longer ${post} of ${classId}`
          : `${name} is ${post} of ${classId}`;
      })
      .join('; '),
  'hand-over': ({ about }) => `Handed lessons over: ${about}`,
  subject: ({ about, changes: [first] }) => {
    if (first?.field !== 'subject') return undefined;
    const { title } = (first.after ?? first.before ?? {}) as { title?: string };
    return `${(first.after ?? null) === null ? 'Deleted' : 'Added'} the subject ${title ?? about}`;
  },
  assignments: ({ about, changes }) => {
    const batch = changes.find(({ field }) => field === 'batch')?.after as { students?: unknown } | undefined;
    return batch ? `Assigned ${about} to ${studentsOf(batch.students)}` : `Changed who takes ${about}`;
  },
};

function ofAccount({ about, changes }: Told): string | undefined {
  const of = (field: string) => changes.find((change) => change.field === field);
  const [archived, disabled] = [of('deletedAt'), of('isDisabled')];
  if (archived) return (archived.after ?? null) === null ? `Restored ${about}` : `Archived ${about}`;
  if (disabled) return `${disabled.after === true ? 'Disabled' : 'Enabled'} the account of ${about}`;
  if (of('password')) return `Gave ${about} a one-time password`;
  if (of('sessions') || of('session')) return `Ended sessions of ${about}`;
  if (of('permissions')) return `Changed what ${about} may do`;
  if (of('secondFactor')) return `Changed the second factor of ${about}`;
  const added = of('lastName') ?? of('name');
  return added && (added.before ?? null) === null && changes.length > 1 ? `Added ${about}` : undefined;
}

/** Fields that a sentence names; the others are counted. */
const namedFields = 3;

/**
 * What was done, in one sentence after the person's name: "Moved Ali, Anika (01563) from 1A to 1B.". Of one changed
 * field it has the values, where the reader may see them.
 */
export function sentenceOf(row: LogRow, { names, shows }: { names: LogNames; shows: boolean }): string {
  const [word = ''] = row.subject.split('#');
  const about = aboutOf(row, names);
  const told = shows ? (acts[word]?.({ about, changes: row.changes, names }) ?? tellOfOption(row)?.says) : undefined;
  if (told !== undefined) return asSentence(told);
  const [first] = row.changes;
  const [was, now] = [valueText(first?.before, names), valueText(first?.after, names)];
  if (!first) return `Changed ${about}.`;
  const label = fieldLabel(first.field, names);
  if (row.changes.length === 1 && shows && `${was}${now}`.length < 90) {
    if (now === null) return asSentence(`Cleared ${label} of ${about}, which was ${was}`);
    return asSentence(
      was === null ? `Set ${label} of ${about} to ${now}` : `Changed ${label} of ${about} from ${was} to ${now}`,
    );
  }
  const fields = [...new Set(row.changes.map(({ field }) => fieldLabel(field, names)))];
  const more = fields.length - namedFields;
  const listed = more > 1 ? [...fields.slice(0, namedFields), `${more} more`] : fields;
  const text = listed.length > 1 ? `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}` : listed.join('');
  return `Changed ${text} of ${about}.`;
}

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
