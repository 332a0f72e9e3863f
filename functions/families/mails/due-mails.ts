import { addressFields, type MailFailure, mailOccasions } from '#shared/families/mail-settings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { school } from '../../school/records/school.ts';
import { StudentEntity, type StudentItem } from '../../students/records/store.ts';
import {
  type FamilyMailItem,
  listFailedAddresses,
  listMailsOfGroup,
  type MailSubject,
} from '../records/family-mails.ts';
import { listDueAbsences } from './absence-events.ts';
import { type DueEvents, listDueRegistrations, listDueReports } from './office-events.ts';

/** @throws NotFoundError where the school file has no letters */
export function requireFamilyLetters(): NonNullable<ReturnType<typeof school>['familyLetters']> {
  const { familyLetters } = school();
  if (!familyLetters) throw new NotFoundError();
  return familyLetters;
}

/** What is read of a student for letters. */
export const attributesForMails = [
  ...['studentId', 'firstName', 'lastName', 'classId', 'status', 'dateOfBirth'],
  ...addressFields,
] as const as readonly (
  | 'studentId'
  | 'firstName'
  | 'lastName'
  | 'classId'
  | 'status'
  | 'dateOfBirth'
  | (typeof addressFields)[number]
)[];
export type MailStudent = Pick<StudentItem, (typeof attributesForMails)[number]>;

/** The addresses of a student's parents as they are compared: small letters, each once. */
export const toParentAddresses = (student: MailStudent): string[] => [
  ...new Set(addressFields.flatMap((field) => student[field]?.trim().toLowerCase() || [])),
];

/** The events that letters go out for at the moment, those of the school file's occasions. Some ten requests, and twenty more for absences. */
async function readDueEvents(students: readonly MailStudent[], now: Date): Promise<DueEvents[]> {
  const { occasions } = requireFamilyLetters();
  const ids = students.map(({ studentId }) => studentId);
  const readers = {
    'report posted': () => listDueReports(now),
    'absence without a reason': () => listDueAbsences(ids, now),
    'registration sent back': () => listDueRegistrations(),
  };
  return Promise.all(mailOccasions.filter((one) => occasions.includes(one)).map((one) => readers[one]()));
}

/** An e-mail that would be sent. */
interface DueMail extends MailSubject {
  studentId: string;
  classId: string;
  address: string;
}

/** What is due of a number of students, what was sent of the same events, and which addresses failed. */
interface MailOverview {
  students: MailStudent[];
  events: DueEvents[];
  due: DueMail[];
  mails: FamilyMailItem[];
  failed: ReadonlyMap<string, MailFailure>;
}

/**
 * Every current student, with what is due. One query for each megabyte of students, one for each group of events, and those of
 * {@link readDueEvents}. Eventually consistent: the worker looks again before it sends.
 */
export async function readMailOverview(now: Date): Promise<MailOverview> {
  const students: MailStudent[] = await StudentEntity.queryBy(
    'all',
    { status: 'current' },
    { only: attributesForMails },
  );
  return readMailOverviewOf(students, now);
}

/** The same of these students. */
export async function readMailOverviewOf(students: MailStudent[], now: Date): Promise<MailOverview> {
  const [events, failed] = await Promise.all([readDueEvents(students, now), listFailedAddresses()]);
  const groups = [...new Set(events.flatMap((one) => one.groups))];
  const mails = (await Promise.all(groups.map(listMailsOfGroup))).flat();
  const known = new Set(mails.map(nameOf));
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const due = events
    .flatMap(({ due }) => due)
    .flatMap(({ studentId, ...subject }) => {
      const student = byId.get(studentId);
      if (!student) return [];
      return toParentAddresses(student)
        .filter((address) => !failed.has(address))
        .map((address) => ({ ...subject, studentId, classId: student.classId, address }));
    })
    .filter((mail) => !known.has(nameOf(mail)));
  return { students, events, due, mails, failed };
}

const nameOf = ({ studentId, event, address }: Pick<DueMail, 'studentId' | 'event' | 'address'>): string =>
  `${studentId}#${event}#${address}`;
