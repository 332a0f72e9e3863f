import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, tableNames } from '#functions/platform/table/table.ts';
import { school } from '#functions/school/records/school.ts';
/** A value whose save was acknowledged, and that nobody has put another in place of. */
export interface SavedValue {
  /** Null: of the term report. */
  subjectId: string | null;
  /** As it is stored; an assessment's mark is `assessment <number>`. */
  field: string;
  /** The page of the mark book that the mark was given on. */
  page?: string;
  /** What that mark is out of, where it is known. */
  outOf?: number;
  value: string | number | null;
}

interface StudentOfTerm {
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  saved: readonly SavedValue[];
  /** The term's class is not that of today: the student was promoted since. */
  isPromoted?: boolean;
}

type Item = Record<string, unknown>;

/**
 * What is wrong with a student's place in a term: acknowledged values that are not there, attributes and index keys
 * that disagree, anything of the term in another class than its report, and a student on two lists or on none. It reads
 * the items as the table holds them, by the map of docs/data-model.md.
 */
export async function placementFaults({
  studentId,
  year,
  term,
  saved,
  isPromoted = false,
}: StudentOfTerm): Promise<string[]> {
  const { items, lists } = await storedOf(studentId);
  const ofKey = (sk: string) => items.find((item) => item.sk === sk);
  const beginning = (start: string) => items.filter(({ sk }) => String(sk).startsWith(start));
  const student = ofKey('student');
  const report = ofKey(`report#${year}#${term}`);
  const records = beginning(`record#${year}#${term}#`);
  const lines = beginning(`work#${year}#${term}#`);
  const faults: string[] = [];
  const expect = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(`${studentId}: ${fault}`);
  };

  for (const { subjectId, field, page, outOf, value } of saved) {
    const ofSubject = `#${year}#${term}#${subjectId}`;
    const [, number] = field.split('assessment ');
    const line = ofKey(`work${ofSubject}`);
    const stored =
      number === undefined
        ? ((subjectId === null ? report : ofKey(`record${ofSubject}`))?.[field] ?? null)
        : (markOf(line, { number, page })?.mark ?? null);
    expect(stored === value, `${subjectId ?? 'the report'} has ${stored} in place of ${value} as ${field}`);
    const isOutOf = outOf === undefined || markOf(line, { number: number ?? '', page })?.outOf === outOf;
    expect(isOutOf, `${subjectId} has ${field} out of something else than ${outOf}`);
  }

  const isCurrent = student?.status === 'current';
  expect(student?.gsi1pk === `class#${isCurrent ? student.classId : 'archived'}`, `on the list ${student?.gsi1pk}`);
  for (const { sk, classId, gsi1pk, gsi1sk, gsi2pk, subjectId, formLevel } of beginning('subject#')) {
    expect(classId === student?.classId, `takes ${sk} in ${classId}, and is in ${student?.classId}`);
    expect(gsi1pk === `roster#${subjectId}#${formLevel}`, `${sk} is on the roster ${gsi1pk}`);
    expect(String(gsi1sk).startsWith(`${classId}#`), `${sk} is on the roster as ${gsi1sk}`);
    expect(gsi2pk === `taken#${classId}`, `${sk} is of the class ${gsi2pk}`);
  }
  const ofTerm = report ?? student;
  expect(
    isPromoted || report?.classId === student?.classId || !report,
    `in ${student?.classId}, the report in ${report?.classId}`,
  );
  for (const { sk, classId, formLevel, subjectId, gsi1pk, gsi1sk, gsi2pk } of records) {
    expect(isPromoted || classId === ofTerm?.classId, `${sk} is in ${classId}, the student in ${ofTerm?.classId}`);
    expect(!report || classId === report.classId, `${sk} is in ${classId}, the report in ${report?.classId}`);
    expect(Number(String(classId)[0]) === formLevel, `${sk} is in ${classId} and level ${formLevel}`);
    expect(gsi1pk === `sheet#${year}#${term}#${subjectId}#${formLevel}`, `${sk} is on the sheet ${gsi1pk}`);
    expect(gsi1sk === `${classId}#${studentId}`, `${sk} is on the sheet as ${gsi1sk}`);
    expect(gsi2pk === `class#${year}#${term}#${classId}`, `${sk} is listed in ${gsi2pk}`);
  }
  for (const { sk, classId, page, gsi1pk, gsi1sk, marks, subjectId } of lines) {
    const record = ofKey(`record#${year}#${term}#${subjectId}`);
    expect(!record || classId === record.classId, `${sk} is in ${classId}, the record in ${record?.classId}`);
    expect(gsi1pk === `page#${page}`, `${sk} is on the page ${gsi1pk}`);
    expect(gsi1sk === `${classId}#${studentId}`, `${sk} is on the page as ${gsi1sk}`);
    const sum = Object.values(marks as Record<string, { mark: number }>).reduce((total, { mark }) => total + mark, 0);
    expect(!record || (record.workSum ?? 0) === sum, `${sk} has ${sum}, the record ${record?.workSum}`);
  }
  expect(!report || report.gsi2pk === `class#${year}#${term}#${report.classId}`, `the report is in ${report?.gsi2pk}`);
  const registeredIn = lists.filter(({ pk }) => String(pk).startsWith(`class#${year}#${term}#`)).map(({ pk }) => pk);
  const expected = report ? [`class#${year}#${term}#${report.classId}`] : [];
  expect(registeredIn.join() === expected.join(), `registered in [${registeredIn}], where [${expected}] is right`);
  return faults;
}

/** The mark of an assessment of that page: in its cell, or beside those of the page that the line is on by now. */
function markOf(line: Item | undefined, { number, page }: { number: string; page: string | undefined }) {
  const marks = (line?.marks ?? {}) as Record<string, { mark: number; outOf: number }>;
  return marks[line?.page === page ? number : `${number}@${page}`];
}

/**
 * Everything in the student's partition, and the registrations of classes that name the student; strongly consistent.
 */
async function storedOf(studentId: string): Promise<{ items: Item[]; lists: Item[] }> {
  const { records: table } = tableNames();
  const query = new QueryCommand({
    TableName: table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `student#${studentId}` },
    ConsistentRead: true,
  });
  const items = ((await documentClient.send(query)).Items ?? []) as Item[];
  const terms = new Set(items.flatMap(({ year, term }) => (year && term ? [`${year}#${term}`] : [])));
  const keys = [...terms].flatMap((of) =>
    school().formClasses.map(({ id }) => ({ pk: `class#${of}#${id}`, sk: 'registration' })),
  );
  const lists: Item[] = [];
  for (let first = 0; first < keys.length; first += 100) {
    const get = new BatchGetCommand({
      RequestItems: { [table]: { Keys: keys.slice(first, first + 100), ConsistentRead: true } },
    });
    lists.push(...((await documentClient.send(get)).Responses?.[table] ?? []));
  }
  return { items, lists: lists.filter(({ studentIds }) => (studentIds as Set<string> | undefined)?.has(studentId)) };
}
