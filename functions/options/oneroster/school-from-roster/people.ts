import { foldName } from '#shared/options/move-in/kinds.ts';
import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { splitList } from '#shared/options/oneroster/standard/cells.ts';
import { isArchivedTeacher, maxCurrentTeacherNumber } from '#shared/people/teacher.ts';
import { createIdFinder } from '#shared/students/id-finder.ts';
import { school } from '../../../school/records/school.ts';
import type { KnownSchool } from '../../move-in/known-school.ts';
import type { Leaver } from '../../move-in/reading/other-files.ts';
import { describeRow, type Roster, type RosterRow, type RosterTable } from '../reading/read-roster.ts';
import { type GiveSourcedId, sourcedKeys } from '../sourced-ids.ts';
import type { SchoolOfFile } from './which-school.ts';

/** Somebody of the file who teaches or learns at this school. */
export interface PersonOfFile {
  row: number;
  sourcedId: string;
  kind: 'teachers' | 'students';
  cells: Readonly<Record<string, string>>;
  isPrincipal: boolean;
  birthDate: string;
  sex: string;
  /** The teacher's or the student's id, where the school has the person. */
  record: string | undefined;
  /** The teacher's number, or the student's id, as far as it is known before the row is judged. */
  number: string;
}

export interface PeopleOfFile {
  people: ReadonlyMap<string, PersonOfFile>;
  /** Of people whom the school has, who are not in the file. */
  known: ReadonlyMap<string, { kind: PersonOfFile['kind']; record: string }>;
  leavers: readonly Leaver[];
  /** Of the school, who is in the file whatever it says that they are: nobody else is missing from a whole one. */
  present: Readonly<Record<PersonOfFile['kind'], ReadonlySet<string>>>;
  refused: readonly { table: RosterTable; row: number; what: string; note: string }[];
  /** The sourcedId of the role of each user. */
  roles: ReadonlyMap<string, string>;
  notes: readonly string[];
}

interface Reading {
  known: KnownSchool;
  give: GiveSourcedId;
  which: SchoolOfFile;
}

/** The standard's roles, of both versions, in small letters. */
const teachers = ['teacher', 'principal'];
const others = [
  ...['aide', 'counselor', 'districtadministrator', 'guardian', 'parent', 'proctor', 'relative', 'siteadministrator'],
  ...['systemadministrator', 'administrator'],
];

export const usersFile = 'users.csv';

const kinds = ['teachers', 'students'] as const;

/** Teachers and students of a file, and whom of the school they are. */
export function readPeople(roster: Roster, { known, give, which }: Reading): PeopleOfFile {
  const { users, demographics } = roster.tables;
  const refused: { table: RosterTable; row: number; what: string; note: string }[] = [];
  const leavers: Leaver[] = [];
  const people = new Map<string, PersonOfFile>();
  const left = { otherSchools: 0, otherRoles: new Map<string, number>() };
  const facts = new Map(demographics.filter(({ isDeleted }) => !isDeleted).map((one) => [one.sourcedId, one.cells]));
  const records = knownUsers(known, give);
  const findStudent = createIdFinder(known.students.map(({ studentId }) => studentId));
  const { rolesOf, ids: roles } = readRoles(roster, refused, records);
  const freeNumber = createFreeNumbers(known, users);
  const shared = sharedNames(known, users);
  const present = { teachers: new Set<string>(), students: new Set<string>() };
  for (const user of users) {
    const { row, sourcedId, cells } = user;
    const what = describeRow('users', cells);
    const own = rolesOf(user).filter(({ orgs }) => which.isOurs(orgs));
    const refuse = (note: string) => refused.push({ table: 'users', row, what, note });
    const mayBe = [
      records.get(sourcedId),
      ...kinds.map((kind) => byIdentifier(kind, cells.identifier ?? '', known, findStudent)),
    ];
    for (const one of user.isDeleted ? [] : mayBe) if (one) present[one.kind].add(one.record);
    if (rolesOf(user).length > 0 && own.length === 0) {
      left.otherSchools += 1;
      continue;
    }
    const current = own.filter(({ isDeleted }) => !isDeleted);
    const role = (current[0] ?? own[0])?.role;
    const record = records.get(sourcedId);
    const kindOfRole = role === undefined ? undefined : kindOf(role);
    if (kindOfRole === 'unknown') {
      refuse(wordings.badRole(role ?? ''));
      continue;
    }
    if (kindOfRole === 'other') {
      left.otherRoles.set(role ?? '', (left.otherRoles.get(role ?? '') ?? 0) + 1);
      continue;
    }
    // In a file of changes, the role of somebody whom the school has is known.
    const kind = kindOfRole ?? record?.kind;
    const identifier = cells.identifier ?? '';
    const same = record ?? (kind === undefined ? undefined : byIdentifier(kind, identifier, known, findStudent));
    if (user.isDeleted || (own.length > 0 && current.length === 0)) {
      if (same) leavers.push({ kind: same.kind, id: same.record, why: 'deleted', sheet: usersFile, row });
      continue;
    }
    if (kind === undefined) {
      refuse(wordings.noRole);
      continue;
    }
    const person = { ...(facts.get(sourcedId) ?? {}) } as { birthDate?: string; sex?: string };
    const ofKind = record?.kind === kind ? record.record : undefined;
    people.set(sourcedId, {
      row,
      sourcedId,
      kind,
      cells,
      isPrincipal: own.some((one) => one.role === 'principal'),
      birthDate: person.birthDate ?? '',
      sex: person.sex ?? '',
      record: ofKind ?? (same?.kind === kind ? same.record : undefined),
      number: kind === 'students' ? (ofKind ?? identifier) : numberOf(ofKind),
    });

    function numberOf(employeeId: string | undefined): string {
      const teacher = known.teachers.find((one) => one.employeeId === employeeId);
      if (teacher) return String(teacher.teacherNum);
      if (isTeacherNumber(identifier)) return identifier.replace(/^0+/, '');
      // Lessons name their teacher, which a name that two have does not.
      return shared.has(foldName(what)) ? String(freeNumber()) : '';
    }
  }
  return {
    people,
    known: records,
    leavers,
    present,
    refused,
    roles,
    notes: [
      ...(left.otherSchools > 0 ? [wordings.otherSchools(left.otherSchools)] : []),
      ...(left.otherRoles.size > 0
        ? [
            wordings.otherRoles(
              [...left.otherRoles.values()].reduce((sum, one) => sum + one, 0),
              [...left.otherRoles.keys()],
            ),
          ]
        : []),
    ],
  };
}

/** The teachers and students of the school by the ids that are given out of them. */
function knownUsers(known: KnownSchool, give: GiveSourcedId) {
  return new Map<string, { kind: PersonOfFile['kind']; record: string }>([
    ...known.teachers.map(
      ({ employeeId }) =>
        [give('user', sourcedKeys.teacher(employeeId)), { kind: 'teachers' as const, record: employeeId }] as const,
    ),
    ...known.students.map(
      ({ studentId }) =>
        [give('user', sourcedKeys.student(studentId)), { kind: 'students' as const, record: studentId }] as const,
    ),
  ]);
}

function byIdentifier(
  kind: PersonOfFile['kind'],
  identifier: string,
  known: KnownSchool,
  findStudent: ReturnType<typeof createIdFinder>,
): { kind: PersonOfFile['kind']; record: string } | undefined {
  if (identifier === '') return undefined;
  if (kind === 'students') {
    const { exact } = findStudent(identifier);
    return exact ? { kind, record: exact } : undefined;
  }
  const teacher = known.teachers.find((one) => String(one.teacherNum) === identifier.replace(/^0+/, ''));
  return teacher && { kind, record: teacher.employeeId };
}

interface Role {
  role: string;
  orgs: readonly string[];
  isDeleted: boolean;
}

/** What each user is, the primary role first: of users.csv in 1.1, of roles.csv in 1.2. */
function readRoles(
  { version, tables: { users, roles } }: Roster,
  refused: { table: RosterTable; row: number; what: string; note: string }[],
  known: ReadonlyMap<string, unknown>,
) {
  const ofUser = Map.groupBy(roles, ({ cells }) => cells.userSourcedId ?? '');
  const inFile = new Set(users.map(({ sourcedId }) => sourcedId));
  for (const [id, [first]] of ofUser) {
    if (first && !inFile.has(id) && !known.has(id))
      refused.push({ table: 'roles', row: first.row, what: id, note: wordings.noSuch('userSourcedId', usersFile, id) });
  }
  const rolesOf = ({ sourcedId, cells }: RosterRow): Role[] => {
    if (version === '1.1')
      return cells.role === undefined
        ? []
        : [{ role: cells.role.toLowerCase(), orgs: listOf(cells.orgSourcedIds), isDeleted: false }];
    return (ofUser.get(sourcedId) ?? [])
      .toSorted((a, b) => Number(a.cells.roleType === 'secondary') - Number(b.cells.roleType === 'secondary'))
      .map((one) => ({
        role: (one.cells.role ?? '').toLowerCase(),
        orgs: listOf(one.cells.orgSourcedId),
        isDeleted: one.isDeleted,
      }));
  };
  const ids = new Map(
    [...ofUser].flatMap(([id, rows]) => (rows.length === 1 && rows[0] ? [[id, rows[0].sourcedId] as const] : [])),
  );
  return { rolesOf, ids };
}

/** The members of a cell with several ids. */
export const listOf = (cell: string | undefined): string[] => splitList(cell ?? '');

const kindOf = (role: string): PersonOfFile['kind'] | 'other' | 'unknown' => {
  if (teachers.includes(role)) return 'teachers';
  if (role === 'student') return 'students';
  return others.includes(role) || role.startsWith('ext:') ? 'other' : 'unknown';
};

const isTeacherNumber = (text: string): boolean =>
  /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= maxCurrentTeacherNumber;

/** Numbers that no teacher has, of the school or of the file. */
function createFreeNumbers({ teachers: known }: KnownSchool, users: readonly RosterRow[]): () => number {
  const taken = new Set([
    ...known.map(({ teacherNum }) => teacherNum),
    ...users.flatMap(({ cells }) => (isTeacherNumber(cells.identifier ?? '') ? [Number(cells.identifier)] : [])),
  ]);
  let next = 1;
  return () => {
    while (taken.has(next)) next += 1;
    taken.add(next);
    return next;
  };
}

/** Names that two of the school's teachers, or two people of the file, have. */
function sharedNames({ teachers: known }: KnownSchool, users: readonly RosterRow[]): Set<string> {
  const ofSchool = known.filter((one) => !isArchivedTeacher(one)).map((one) => `${one.firstName} ${one.lastName}`);
  return new Set(
    [ofSchool, users.map(({ cells }) => describeRow('users', cells))].flatMap((names) =>
      [...Map.groupBy(names, foldName)].filter(([, same]) => same.length > 1).map(([name]) => name),
    ),
  );
}

/** The post of a principal, as the school file calls it; empty where it has none. */
export const principalPost = (): string =>
  school().posts.find(({ rank }) => rank.toLowerCase() === 'principal')?.rank ?? '';

/** Somebody of a file or of the school, as other rows of move-in name a teacher or a student. */
export interface NamedPerson {
  kind: PersonOfFile['kind'];
  /** The teacher's number or the student's id; empty where a new student has none. */
  number: string;
  text: string;
}

/** Finds somebody by the id that the file has; undefined where no teacher or student has it. */
export function createPersonFinder({ people, known: ofSchool }: PeopleOfFile, known: KnownSchool) {
  return (user: string): NamedPerson | undefined => {
    const ofFile = people.get(user);
    if (ofFile) {
      const name = `${ofFile.cells.givenName ?? ''} ${ofFile.cells.familyName ?? ''}`.trim();
      const isNumbered = ofFile.kind === 'teachers' && ofFile.number !== '';
      return { kind: ofFile.kind, number: ofFile.number, text: isNumbered ? ofFile.number : name };
    }
    const one = ofSchool.get(user);
    if (one?.kind === 'students') return { kind: 'students', number: one.record, text: '' };
    const teacher = known.teachers.find(({ employeeId }) => employeeId === one?.record);
    return teacher && { kind: 'teachers', number: String(teacher.teacherNum), text: String(teacher.teacherNum) };
  };
}
