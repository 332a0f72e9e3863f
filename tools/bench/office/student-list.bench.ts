import { QueryCommand as TypedQueryCommand } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { studentFieldNames } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { addManyStudents } from '../../../tests/support/school/many-students.ts';
import { hookTable } from '../../../tests/support/step-by-step/table-requests.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Student list: 1,000 students and 5,000, as the gateway answers it';

const { listAllStudents } = studentRegisterContract;
const times = 9;
const of3 = ['class_id', 'last_name', 'first_name'];
const of10 = [...of3, 'date_of_birth', 'house_code', 'entry_date', 'sex', 'address_line_2', 'phone_cell', 'email'];
/** As many as the peer's widest list shows. */
const of61 = studentFieldNames.slice(0, 61);

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const office = await clientOfAccount(school.url, (await findAccountByUserName('admin'))?.accountId ?? '');
    const listed = (columns: readonly string[]) => async () => {
      const { status } = await office.call(listAllStudents, { columns: columns.join(','), view: 'current' } as never);
      if (status !== 200) throw new Error(`The list answered ${status}`);
    };
    const workbook = async () => {
      const { status } = await office.call(studentSpreadsheetsContract.downloadRegistrationData, {});
      if (status !== 200) throw new Error(`The workbook answered ${status}`);
    };
    const first = await beside(listed(of3), listed(of10));
    const rows = [
      rowOf('3 columns, from the class rosters, beside 10, from the records', first, 0.5),
      rowOf('10 columns, beside their bare reads', await beside(listed(of10), await readsOf(listed(of10))), 2),
      rowOf('61 columns, beside their bare reads', await beside(listed(of61), await readsOf(listed(of61))), 2.5),
      rowOf('All columns as a workbook, beside their bare reads', await beside(workbook, await readsOf(workbook)), 3),
    ];
    const { school: file } = await import('#functions/school/records/school.ts');
    const classes = file().formClasses.map(({ id, form_level }) => ({ classId: id, formLevel: form_level }));
    await addManyStudents({ count: 4000, classes, subjectIds: [], vary: () => ({ dateOfBirth: '2014-02-03' }) });
    const many = await beside(listed(of3), listed(of3));
    return [...rows, rowOf('3 columns of 5,000 students, beside 1,000', [many[0], first[0]], 6)];
  } finally {
    await school.stop();
  }
}

/** The queries of an answer, sent once more by the bare client. */
async function readsOf(work: () => Promise<void>): Promise<() => Promise<void>> {
  const { documentClient } = await import('#functions/platform/table/table.ts');
  const reads: (() => Promise<unknown>)[] = [];
  await hookTable(({ command, input, send }) => {
    if (command !== 'QueryCommand') return send();
    const [value] = Object.values(input.ExpressionAttributeValues as object);
    const Command = typeof value === 'string' ? QueryCommand : TypedQueryCommand;
    reads.push(() => documentClient.send(new Command(input as never) as never));
    return send();
  }, work);
  return async () => {
    for (const read of reads) await read();
  };
}

/** Median milliseconds of two pieces of work that are done in turn, warm. */
async function beside(one: () => Promise<void>, other: () => Promise<void>): Promise<[number, number]> {
  await one();
  await other();
  const [ones, others]: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    ones.push(await millisecondsOf(one));
    others.push(await millisecondsOf(other));
  }
  return [median(ones), median(others)];
}

function rowOf(measure: string, [one, other]: readonly [number, number], limit: number): BenchRow {
  return {
    measure: `${measure}, median`,
    value: `${one.toFixed(0)} ms, ${(one / other).toFixed(2)} × of ${other.toFixed(0)}`,
    limit: `≤ ${limit} ×`,
    ok: one / other <= limit,
  };
}

async function millisecondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
