import {
  addressFields,
  type MailFailure,
  mailOccasions,
  readFamiliesSettings,
} from '#shared/options/families/mail-settings.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { school } from '../../../school/records/school.ts';
import { listStudentsOfClass } from '../../../students/records/rosters/read-rosters.ts';
import { readStudents, StudentEntity, type StudentItem } from '../../../students/records/store.ts';
import {
  type FamilyMailItem,
  listFailedAddresses,
  listMailsOfGroup,
  type StudentEvent,
} from '../records/family-mails.ts';
import { readAbsenceEvents } from './absence-events.ts';
import { type DueEvents, readRegistrationEvents, readReportEvents } from './office-events.ts';

/** @throws NotFoundError where the school file has no letters */
export function requireFamilyLetters() {
  const { letters } = readFamiliesSettings(school().optionSettings);
  if (!letters) throw new NotFoundError();
  return letters;
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

/** The events that letters go out for at the moment, those of the school file's occasions. Six requests. */
async function readEvents(now: Date): Promise<DueEvents[]> {
  const { occasions } = requireFamilyLetters();
  const readers = {
    'report posted': readReportEvents,
    'absence without a reason': readAbsenceEvents,
    'registration sent back': readRegistrationEvents,
  };
  return Promise.all(mailOccasions.filter((one) => occasions.includes(one)).map((one) => readers[one](now)));
}

/** An e-mail that would be sent. */
interface DueMail extends StudentEvent {
  classId: string;
  address: string;
}

/** What was sent of the present events, and which addresses failed. Eventually consistent. */
async function readSentMails(now: Date) {
  const [events, failed] = await Promise.all([readEvents(now), listFailedAddresses()]);
  const groups = [...new Set(events.flatMap((one) => one.groups))];
  const mails = (await Promise.all(groups.map(listMailsOfGroup))).flat();
  return { events, mails, failed };
}

/** What is due of the current students, what was sent of the same events, and which addresses failed. */
interface MailOverview {
  students: MailStudent[];
  events: DueEvents[];
  due: DueMail[];
  mails: FamilyMailItem[];
  failed: ReadonlyMap<string, MailFailure>;
}

/**
 * Every current student, with what is due: a query for each megabyte of students, those of {@link readEvents}, and what
 * each event takes for what is due. Eventually consistent: the worker looks again before it sends.
 */
export async function readMailOverview(now: Date): Promise<MailOverview> {
  const reading = StudentEntity.queryBy('all', { status: 'current' }, { only: attributesForMails });
  const readStudentIds = async () => (await reading).map(({ studentId }) => studentId);
  const [students, { events, mails, failed, subjects }] = await Promise.all([
    reading,
    readSentMails(now).then(async (sent) => ({
      ...sent,
      subjects: (await Promise.all(sent.events.map(({ listDue }) => listDue(readStudentIds)))).flat(),
    })),
  ]);
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const known = new Set(mails.map(nameOf));
  const due = subjects
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

/**
 * The current students of a class, with what was sent: its roster and records beside the requests of
 * {@link readSentMails}.
 */
export async function readMailsOfClass(classId: string, now: Date) {
  const readClass = async () => {
    const ids = (await listStudentsOfClass(classId)).map(({ studentId }) => studentId);
    return readStudents(ids, attributesForMails);
  };
  const [students, { mails, failed }] = await Promise.all([readClass(), readSentMails(now)]);
  return { students, mails, failed };
}

const nameOf = ({ studentId, event, address }: Pick<DueMail, 'studentId' | 'event' | 'address'>): string =>
  `${studentId}#${event}#${address}`;
