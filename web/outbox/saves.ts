import type { Request } from '#shared/http/contract.ts';
import { type MarkBookStudent, markBookContract } from '#shared/mark-book/contract.ts';
import { markField } from '#shared/mark-book/messages.ts';
import { type MarkSheetRow, markSheetContract } from '#shared/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type WeeklyTestRow, weeklyTestsContract } from '#shared/weekly-tests/contract.ts';
import { call } from '../api/call.ts';
import type { Target, Waiting } from './waiting.ts';

/** How one kind of record is saved. */
interface Save {
  /** What a failure's dialog says; the marks' words of product §8 when absent. */
  failure?: string;
  /** The fields in the user's words. */
  labels: Readonly<Record<string, string>>;
  send: (record: Waiting['record'], sent: NonNullable<Waiting['sent']>) => Promise<unknown>;
}

const assessmentNumbers = Array.from({ length: 60 }, (_, index) => index + 1);
const numberOf = new Map(assessmentNumbers.map((number) => [markField(number), number]));
/** The typed fields of a subject record in the user's words. */
export const subjectRecordLabels: Readonly<Record<string, string>> = {
  exam_mark: 'Exam mark',
  late: 'Times late',
  absent: 'Times absent',
  app: 'Application',
  con: 'Conduct',
  comment: 'Comment',
};

/** Every kind of record whose typed values the outbox carries, for any screen and after any reload. */
const saves: Readonly<Record<string, Save>> = {
  subjectRecord: {
    labels: subjectRecordLabels,
    send: (record, { key, fields, was }) => {
      const input = { ...record, ...fields, was } as unknown as Request<typeof markSheetContract.saveSubjectRecord>;
      return call(markSheetContract.saveSubjectRecord, input, { idempotencyKey: key });
    },
  },
  weeklyMark: {
    labels: { mark: 'Mark' },
    send: ({ student_id, ...test }, { key, fields, was }) => {
      const marks = [{ student_id, mark: fields.mark, was: was.mark }];
      const input = { ...test, marks } as unknown as Request<typeof weeklyTestsContract.importWeeklyTests>;
      return call(weeklyTestsContract.importWeeklyTests, input, { idempotencyKey: key });
    },
  },
  bookLine: {
    labels: Object.fromEntries(assessmentNumbers.map((number) => [markField(number), `Assessment ${number}`])),
    send: (record, { key, fields, was }) => {
      const marks = Object.entries(fields).map(([field, mark]) => ({
        assesment_number: numberOf.get(field),
        mark,
        was: was[field],
      }));
      const input = { ...record, marks } as unknown as Request<typeof markBookContract.saveMark>;
      return call(markBookContract.saveMark, input, { idempotencyKey: key });
    },
  },
  termReport: {
    failure: 'The record could not be saved.',
    labels: {
      times_absent: 'Times absent',
      times_late: 'Times late',
      auth: 'Authority',
      resp: 'Responsibility',
      coop: 'Cooperation',
      cocurricular: 'Co-curricular activities',
      comments: 'Form teacher comments',
      dcomments: 'Dean comments',
      mlate: 'Music, times late',
      mabs: 'Music, times absent',
      mgrade: 'Music, grade',
      mapp: 'Music, application',
      mcon: 'Music, conduct',
      mcomments: 'Music comments',
    },
    send: (record, { key, fields, was }) => {
      const input = { ...record, ...fields, was } as unknown as Request<typeof termReportsContract.saveTermReport>;
      return call(termReportsContract.saveTermReport, input, { idempotencyKey: key });
    },
  },
  reportSubject: {
    failure: 'The subject record could not be saved.',
    labels: {
      exam_mark: 'Exam mark',
      late: 'Times late',
      absent: 'Times absent',
      app: 'Application',
      con: 'Conduct',
      comment: 'Remarks',
    },
    send: (record, { key, fields, was }) => {
      const input = { ...record, ...fields, was } as unknown as Request<typeof termReportsContract.updateSubjectRecord>;
      return call(termReportsContract.updateSubjectRecord, input, { idempotencyKey: key });
    },
  },
};

/** A page of the mark book, as its calls name it. */
export interface BookPage {
  employee_id: string;
  subject_id: string;
  academic_year_id: string;
  term: 1 | 2 | 3;
}

/** One student's line of the mark book in a term; its fields are `markField`s. The answer to its save is a `MarkBookStudent`. */
export function bookLineOf(page: BookPage, { id, first_name, last_name, class_id }: MarkBookStudent): Target {
  const { employee_id, subject_id, academic_year_id, term } = page;
  return {
    save: 'bookLine',
    id: ['bookLine', id, subject_id, academic_year_id, term].join('/'),
    record: { employee_id, subject_id, academic_year_id, term, student_id: id, form_class_id: class_id },
    about: `${last_name}, ${first_name}`,
  };
}

/** One student's subject record of a term. The answer to its save is a `MarkSheetRow`. */
export function subjectRecordOf(row: MarkSheetRow): Target {
  const { student_id, subject_id, year, term, class_id } = row;
  return {
    save: 'subjectRecord',
    id: ['subjectRecord', student_id, subject_id, year, term].join('/'),
    record: { student_id, subject_id, year, term, class_id },
    about: row.name,
  };
}

interface ReportOf {
  student_id: string;
  year: number;
  term: number;
  class_id: string;
  name: string;
}

/** A student's term report without the subjects. The answer to its save is a `TermReportRow`. */
export function termReportOf({ name, student_id, year, term, class_id }: ReportOf): Target {
  return {
    save: 'termReport',
    id: ['termReport', student_id, year, term].join('/'),
    record: { student_id, year, term, class_id },
    about: name,
  };
}

/** A weekly test, as its calls name it. */
export interface WeeklyTestNames {
  week_end_date: string;
  form_class_id: string;
  subject_id: string;
}

/** One student's mark of a weekly test; its field is `mark`. */
export function weeklyMarkOf(test: WeeklyTestNames, { student_id, name }: WeeklyTestRow): Target {
  const { week_end_date, form_class_id, subject_id } = test;
  return {
    save: 'weeklyMark',
    id: ['weeklyMark', student_id, subject_id, form_class_id, week_end_date].join('/'),
    record: { week_end_date, form_class_id, subject_id, student_id },
    about: name,
  };
}

/** One subject row of a term report. The answer to its save is a `SubjectLineRow`. */
export function reportSubjectOf({ name, student_id, year, term, class_id }: ReportOf, subjectId: string): Target {
  return {
    save: 'reportSubject',
    id: ['reportSubject', student_id, year, term, subjectId].join('/'),
    record: { student_id, year, term, class_id, subject_id_old: subjectId, subject_id_new: subjectId },
    about: `${name}, ${subjectId}`,
  };
}

/** Sends a sealed request; throws as `call` does. */
export async function sendSave(waiting: Waiting, sent: NonNullable<Waiting['sent']>): Promise<unknown> {
  const save = saves[waiting.save];
  if (!save) throw new Error(`Nothing is known of the save "${waiting.save}".`);
  return save.send(waiting.record, sent);
}

/** A field's name for the user. */
export const fieldLabel = (waiting: Waiting, field: string): string => saves[waiting.save]?.labels[field] ?? field;

/** What to say when a record could not be saved (product §8). */
export const failureText = (waiting: Waiting): string =>
  saves[waiting.save]?.failure ??
  'An error has occured while saving the marks. Unable to save marks please contact the system administrator.';
