import type { Output, RawInput } from '#shared/http/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { patchClasses } from '../../../../web/kept-lists/patch-classes.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { scanBothTables } from '../../../support/school/both-tables.ts';

const { listAllStudents, listCurrentStudents } = studentRegisterContract;
type ListCall = typeof listAllStudents | typeof listCurrentStudents;
type Row = NonNullable<Output<typeof listAllStudents>['current_students']>[number];

/** A list of current students as a browser keeps it: it asks for what has changed, and puts that together with what it has. */
export class KeptByTest {
  rows: Row[] = [];
  tag: string | undefined;
  readonly #client: TestClient;
  readonly #row: ListCall;
  readonly #input: RawInput<ListCall>;
  constructor(client: TestClient, row: ListCall, input: RawInput<ListCall>) {
    [this.#client, this.#row, this.#input] = [client, row, input];
  }

  /** @returns the ids of the students who were sent, and the classes that were not; null where nothing has changed */
  async ask() {
    const { tag } = this;
    const { status, body, headers } = await this.#client.call(
      this.#row,
      { ...this.#input, ...(tag === undefined ? {} : { changed_only: '1' }) },
      tag === undefined ? {} : { 'If-None-Match': tag },
    );
    if (status === 304) return null;
    if (status !== 200) throw new Error(`The list answered ${status}`);
    const { current_students: rows, unchanged } = body;
    this.rows = patchClasses(this.rows, { rows: rows ?? [], unchanged });
    this.tag = headers.get('etag') ?? undefined;
    return { ids: (rows ?? []).map(({ id }) => id), unchanged };
  }

  /** Its lines, as {@link listStoredStudents} makes them. */
  lines(): string[] {
    return this.rows.map(toLine).sort();
  }
}

/** By hand: the stored name of each column in the tests of kept lists. */
const storedNames = {
  ...{ id: 'studentId', last_name: 'lastName', first_name: 'firstName', class_id: 'classId' },
  ...{ date_of_birth: 'dateOfBirth', house_code: 'houseCode', phone_cell: 'phone_cell' },
  address_line_2: 'address_line_2',
} as const;
type Column = keyof typeof storedNames;

const toLine = (row: object): string =>
  JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A line for each current student who is stored, with these columns; all that a list may show, and nothing that it is made of. */
export async function listStoredStudents(columns: readonly Column[]): Promise<string[]> {
  const items = await scanBothTables({
    FilterExpression: 'sk = :student',
    ExpressionAttributeValues: { ':student': 'student' },
  });
  return items
    .filter(({ status }) => status === 'current')
    .map((item) => toLine(Object.fromEntries(columns.map((column) => [column, item[storedNames[column]] ?? null]))))
    .sort();
}
