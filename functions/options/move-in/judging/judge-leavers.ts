import { type AlikeKind, foldName } from '#shared/options/move-in/kinds.ts';
import { moveInWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { isArchivedTeacher } from '#shared/people/teacher.ts';
import type { KnownSchool } from '../known-school.ts';
import type { Leaver, OtherFile } from '../reading/other-files.ts';
import type { JudgedRow } from './judged-row.ts';

interface Judging {
  known: Pick<KnownSchool, 'teachers' | 'students'>;
  /** The rows of people who are in the file. */
  rows: readonly JudgedRow[];
  ask: (kind: AlikeKind, example: string) => 'yes' | 'no' | undefined;
  may: (kind: Leaver['kind']) => boolean;
}

/**
 * Who is to be archived: people whom the file marks as deleted and, where it is one of the whole school, those who are
 * not in it. Each of the four kinds is asked about once; without a yes everybody stays.
 */
export function judgeLeavers({ leavers = [], whole }: Partial<OtherFile>, judging: Judging): JudgedRow[] {
  const people = currentPeople(judging.known);
  const deleted = new Set(leavers.map(({ kind, id }) => `${kind} ${id}`));
  const absent = whole === undefined ? [] : findAbsent(whole, { people, deleted, rows: judging.rows });
  return [...leavers, ...absent].flatMap((one): JudgedRow[] => {
    const person = people.find(({ kind, id }) => kind === one.kind && id === one.id);
    if (!person || !judging.may(one.kind)) return [];
    const answer = judging.ask(`${one.why} ${one.kind}`, person.what);
    const row = { kind: one.kind, sheet: one.sheet, row: one.row, what: person.what, fix: null, record: one.id };
    const why = wordings.leaves[one.why];
    if (answer === undefined) return [{ ...row, state: 'refused', note: `${why} ${wordings.asked}` }];
    if (answer === 'no') return [{ ...row, state: 'same', note: `${why} ${wordings.stays}` }];
    const move =
      one.kind === 'teachers'
        ? ({ kind: 'teachers', act: 'archive', employeeId: one.id } as const)
        : ({ kind: 'students', act: 'archive', studentId: one.id } as const);
    return [{ ...row, state: 'changed', note: `${why} ${wordings.toArchive}`, move }];
  });
}

interface Person {
  kind: Leaver['kind'];
  id: string;
  name: string;
  what: string;
}

const currentPeople = ({ teachers, students }: Judging['known']): Person[] => [
  ...teachers
    .filter((one) => !isArchivedTeacher(one))
    .map(({ employeeId: id, firstName, lastName, teacherNum }) => {
      const name = `${firstName} ${lastName}`;
      return { kind: 'teachers' as const, id, name, what: `${name}, ${teacherNum}` };
    }),
  ...students
    .filter(({ status }) => status !== 'archived')
    .map(({ studentId: id, firstName, lastName, classId }) => {
      const name = `${firstName} ${lastName}`;
      return { kind: 'students' as const, id, name, what: `${name}, ${classId}, ${id}` };
    }),
];

function findAbsent(
  whole: NonNullable<OtherFile['whole']>,
  { people, deleted, rows }: { people: readonly Person[]; deleted: ReadonlySet<string>; rows: readonly JudgedRow[] },
): Leaver[] {
  const present = new Set(rows.flatMap(({ kind, record }) => (record === undefined ? [] : [`${kind} ${record}`])));
  // A row that is refused may be the person of its name.
  const perhaps = new Set(
    rows.flatMap(({ record, what }) => (record === undefined ? [foldName(what.split(/[,(]/)[0] ?? '')] : [])),
  );
  return people
    .filter(
      ({ kind, id, name }) =>
        !whole[kind].has(id) &&
        !present.has(`${kind} ${id}`) &&
        !deleted.has(`${kind} ${id}`) &&
        !perhaps.has(foldName(name)),
    )
    .map(({ kind, id }) => ({ kind, id, why: 'absent', sheet: whole.sheet, row: 0 }));
}
