import { manageAdminsAction } from '#shared/accounts/auth/permissions.ts';
import { type LogKind, type LogLine, logKinds } from '#shared/reports/office-log.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { type Caller, hasAction, hasMenu } from '../../../platform/requests/caller.ts';
import type { LogRow } from '../../../platform/table/office-log.ts';
import { school } from '../../../school/records/school.ts';
import { aboutOf, sentenceOf } from './log-sentences.ts';
import { fieldLabel, type LogNames, valueText } from './log-words.ts';

/** The student whose record or report a line is about. */
export const studentOfLogRow = ({ subject }: Pick<LogRow, 'subject'>): string | null =>
  subject.startsWith('student#') ? (subject.split('#')[1] ?? null) : null;

/** Nothing that is typed about a student is the id of a person or subject. */
const namesFor = ({ subject }: LogRow, names: LogNames): LogNames =>
  subject.startsWith('student#') ? { ...names, people: new Map() } : names;

/** A line as the caller may see it: with values only where the caller may open the screen that shows them. */
export function toLogLine(row: LogRow, all: LogNames, caller: Caller): LogLine {
  const kind = row.logKind as LogKind;
  const names = namesFor(row, all);
  const shows = showsValues(kind, caller);
  return {
    key: row.logOrder,
    at: schoolTime(new Date(row.at), school().timeZone),
    account_id: row.accountId,
    by: row.name,
    kind,
    about: aboutOf(row, names),
    says: sentenceOf(row, { names, shows }),
    student_id: studentOfLogRow(row),
    changes: row.changes.map(({ field, before, after }) => ({
      field: fieldLabel(field, names),
      was: shows ? valueText(before, names) : null,
      now: shows ? valueText(after, names) : null,
    })),
    shows_values: shows,
  };
}

/** Kinds that only those who manage administrators see the values of. */
const ofManagers: readonly LogKind[] = ['permissions', 'files'];

const showsValues = (kind: LogKind, caller: Caller): boolean =>
  hasMenu(caller, [logKinds[kind].menu]) && (!ofManagers.includes(kind) || hasAction(caller, manageAdminsAction));
