import type { MoveInKind } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import type { PeriodItem } from '../../../school/records/periods.ts';
import { school } from '../../../school/records/school.ts';
import type { KnownSchool } from '../../move-in/known-school.ts';
import type { OtherFile } from '../../move-in/reading/other-files.ts';
import type { RecognizedRow, RecognizedSheet } from '../../move-in/reading/recognize-sheet.ts';
import type { LineItemFacts } from '../line-items-of-files.ts';
import type { Roster, RosterTable } from '../reading/read-roster.ts';
import { type GiveSourcedId, giveSourcedIds, ownIdOfSchool, type SourcedIdItem, sourcedKeys } from '../sourced-ids.ts';
import { readPastResults } from './past-results.ts';
import { type PeopleOfFile, principalPost, readPeople, usersFile } from './people.ts';
import { type ClassOfFile, type EnrollmentOfFile, readTeaching, type TeachingOfFile } from './teaching.ts';
import { findSchool } from './which-school.ts';
import { compareYears } from './years.ts';

/** A file of OneRoster as the sheets that move-in judges, with what its ids mean. */
export interface RosterFile extends OtherFile {
  ids: {
    /** Of the school, its years and terms. */
    certain: readonly SourcedIdItem[];
    people: PeopleOfFile;
    classes: readonly ClassOfFile[];
    enrollments: readonly EnrollmentOfFile[];
    subjects: TeachingOfFile['subjects'];
    lineItems: ReadonlyMap<string, LineItemFacts>;
  };
}

/** The sheet that a kind's rows come of: a file has several kinds. */
export const sheetNames = {
  teachers: 'users.csv (teachers)',
  subjects: 'courses.csv',
  classes: 'enrollments.csv (form classes)',
  lessons: 'enrollments.csv (teachers)',
  students: 'users.csv (students)',
  takers: 'enrollments.csv (students)',
  marks: 'results.csv',
} as const satisfies Partial<Record<MoveInKind, string>>;

interface Reading {
  known: KnownSchool;
  periods: readonly PeriodItem[];
  said: SaidOfFile;
  current: { year: number; term: 1 | 2 | 3 } | null;
  remembered: readonly SourcedIdItem[];
  /** Whose marks of these terms the school has itself: `S01 2025 1`. */
  readMarked: (terms: readonly { year: number; term: 1 | 2 | 3 }[]) => Promise<ReadonlySet<string>>;
  /** Line items that earlier files brought. */
  readLineItems: (ids: readonly string[]) => Promise<ReadonlyMap<string, LineItemFacts>>;
  /** yyyy-MM-dd. */
  today: string;
}

/**
 * What a file of OneRoster says of this school, in the sheets, people who leave and notes that move-in takes. Stores
 * nothing.
 * @throws {ValidationError} on `file` where it is of several other schools
 */
export async function schoolFromRoster(roster: Roster, reading: Reading): Promise<RosterFile> {
  const { known, said, periods, current, remembered, readMarked, readLineItems, today } = reading;
  const before = giveSourcedIds(remembered, school().id);
  const which = findSchool(roster, before('org', sourcedKeys.school()));
  const give = withOrg(remembered, which.org);
  const years = compareYears(roster, { periods, current, give, today });
  const people = readPeople(roster, { known, give, which });
  const teaching = readTeaching(roster, { known, remembered, give, which, years, people, today });
  const past = await readPastResults(roster, {
    known,
    said,
    which,
    years,
    people,
    teaching,
    readMarked,
    readLineItems,
  });
  const { formOf, inTwoForms } = teaching;
  const ofKind = (kind: 'teachers' | 'students') => [...people.people.values()].filter((one) => one.kind === kind);
  const principal = principalPost();
  const ofTeachers = ['middleName', 'email', 'sms', 'phone'].filter((name) =>
    ofKind('teachers').some(({ cells }) => cells[name] !== undefined),
  );
  const teacherRows = ofKind('teachers').map(({ row, cells, number, birthDate, isPrincipal }) =>
    toRow(row, {
      teacher_num: number,
      last_name: cells.familyName ?? '',
      first_name: cells.givenName ?? '',
      date_of_birth: birthDate,
      post: isPrincipal ? principal : '',
      user_name: userNameOf(cells.username ?? ''),
    }),
  );
  const studentRows = ofKind('students').map(({ row, sourcedId, cells, number, birthDate, sex }) => {
    const forms = inTwoForms.get(sourcedId);
    const what = `${cells.givenName ?? ''} ${cells.familyName ?? ''}`.trim();
    return {
      ...toRow(row, {
        id: number,
        last_name: cells.familyName ?? '',
        first_name: cells.givenName ?? '',
        middle_name: cells.middleName ?? '',
        class_id: formOf.get(sourcedId) ?? '',
        date_of_birth: birthDate,
        sex: sexes[sex.toLowerCase()] ?? sex,
        email: cells.email ?? '',
        phone_cell: cells.sms ?? '',
        phone_home: cells.phone ?? '',
      }),
      ...(forms ? { refusal: { what, note: wordings.twoForms(forms) } } : {}),
    };
  });
  const refused = [...roster.refused, ...people.refused, ...teaching.refused, ...past.refused];
  const sheets = [
    sheetOf('teachers', teacherRows, refused),
    sheetOf(
      'subjects',
      teaching.subjects.map(({ row, fields }) => toRow(row, fields)),
      refused,
    ),
    sheetOf(
      'classes',
      teaching.posts.map(({ row, fields }) => toRow(row, fields)),
      refused,
    ),
    sheetOf(
      'lessons',
      teaching.lessons.map(({ row, fields }) => toRow(row, fields)),
      refused,
    ),
    sheetOf('students', studentRows, refused),
    sheetOf(
      'takers',
      teaching.takers.map(({ row, fields }) => toRow(row, fields)),
      refused,
    ),
    sheetOf(
      'marks',
      past.rows.map(({ row, fields }) => toRow(row, fields)),
      refused,
    ),
  ];
  return {
    sheets: sheets.filter(({ rows }) => rows.length > 0),
    notes: [
      ...roster.notes,
      ...which.notes,
      ...years.notes,
      ...people.notes,
      ...teaching.notes,
      ...(ofTeachers.length > 0 ? [wordings.factsOfTeachersLeft(ofTeachers)] : []),
      ...past.notes,
    ],
    parts: past.parts,
    ...(which.otherSchool === undefined ? {} : { otherSchool: which.otherSchool }),
    leavers: people.leavers,
    ended: teaching.ended,
    // Users of a whole file without their roles do not say who is a student.
    ...(roster.modes.users === 'bulk' && people.people.size > 0
      ? { whole: { sheet: usersFile, ...people.present } }
      : {}),
    ids: {
      certain: [
        ...(which.org === null ? [] : [{ kind: 'org' as const, key: sourcedKeys.school(), sourcedId: which.org }]),
        ...years.ids,
      ],
      people,
      classes: teaching.classes,
      enrollments: teaching.enrollments,
      subjects: teaching.subjects,
      lineItems: past.lineItems,
    },
  };
}

/** The ids with that of the school as the file has it: what it derives of it is known by the same ids here. */
export function withOrg(remembered: readonly SourcedIdItem[], org: string | null): GiveSourcedId {
  const { id } = school();
  const others = remembered.filter(({ kind }) => kind !== 'org');
  const ofSchool =
    org === null || org === ownIdOfSchool(id)
      ? remembered.filter(({ kind }) => kind === 'org' && org === null)
      : [{ kind: 'org' as const, key: sourcedKeys.school(), sourcedId: org }];
  return giveSourcedIds([...others, ...ofSchool], id);
}

const sexes: Readonly<Record<string, string>> = { male: 'Male', female: 'Female', unspecified: '', other: '' };

/** A user name that a teacher may have; otherwise the name gives one. */
const userNameOf = (text: string): string => (/^[a-z][a-z0-9]{1,39}$/.test(text) ? text : '');

function toRow(row: number, fields: Readonly<Record<string, string>>): RecognizedRow {
  const cells = new Map(
    Object.entries(fields).flatMap(([field, value]) =>
      value === '' ? [] : [[field, { kind: 'text' as const, value }] as const],
    ),
  );
  return { row, cells, placeClass: undefined };
}

/** Whose sheet lists rows of a file that are refused whatever they are. */
const sheetOfTable: Readonly<Record<RosterTable, keyof typeof sheetNames>> = {
  orgs: 'classes',
  academicSessions: 'classes',
  users: 'students',
  roles: 'students',
  demographics: 'students',
  courses: 'subjects',
  classes: 'lessons',
  enrollments: 'takers',
  categories: 'marks',
  lineItems: 'marks',
  results: 'marks',
};

function sheetOf(
  kind: keyof typeof sheetNames,
  rows: readonly RecognizedRow[],
  refused: readonly { table: RosterTable; row: number; what: string; note: string }[],
): RecognizedSheet {
  const fields = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  const own = refused
    .filter(({ table }) => sheetOfTable[table] === kind)
    .map(
      ({ table, row, what, note }): RecognizedRow => ({
        ...toRow(row, {}),
        refusal: { what: `${what} (${table}.csv, row ${row})`, note },
      }),
    );
  return {
    name: sheetNames[kind],
    kind,
    columns: fields.map((field, index) => ({
      column: index + 1,
      heading: field,
      headings: [field],
      examples: [],
      field,
    })),
    rows: [...rows, ...own],
    notes: [],
    isFrom1904: false,
    period: null,
    isComposed: true,
  };
}
