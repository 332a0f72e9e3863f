import { QueryCommand as TypedQueryCommand } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { studentFieldNames } from '#shared/students/fields.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { addManyStudents } from '../../../tests/support/school/many-students.ts';
import { hookTable } from '../../../tests/support/step-by-step/table-requests.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Student list: 1,000 students and 5,000, as the gateway answers it, beside the bare reads';

const { adminStudents } = studentRegisterContract;
const times = 9;
const of3 = ['class_id', 'last_name', 'first_name'];
const of10 = [...of3, 'date_of_birth', 'house_code', 'entry_date', 'sex', 'address_line_2', 'phone_cell', 'email'];
/** As many as the peer's widest list shows. */
const of61 = studentFieldNames.slice(0, 61);

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true });
  try {
    const { accountByUserName } = await import('#functions/sessions/accounts.ts');
    const office = await clientOfAccount(school.url, (await accountByUserName('admin'))?.accountId ?? '');
    const listed = (columns: readonly string[]) => async () => {
      const { status } = await office.call(adminStudents, { columns: columns.join(','), view: 'current' } as never);
      if (status !== 200) throw new Error(`The list answered ${status}`);
    };
    const rows = [
      await compared('3 columns of 1,000 students', listed(of3), 1.5),
      await compared('10 columns', listed(of10), 2),
      await compared('61 columns', listed(of61), 2.5),
    ];
    const { school: file } = await import('#functions/school/records/school.ts');
    const classes = file().formClasses.map(({ id, form_level }) => ({ classId: id, formLevel: form_level }));
    await addManyStudents({ count: 4000, classes, subjectIds: [], vary: () => ({ dateOfBirth: '2014-02-03' }) });
    return [...rows, await compared('3 columns of 5,000 students', listed(of3), 2)];
  } finally {
    await school.stop();
  }
}

/** The answer beside its own reads, sent once more by the bare client, in turn. */
async function compared(what: string, work: () => Promise<void>, limit: number): Promise<BenchRow> {
  const { documentClient } = await import('#functions/platform/table/table.ts');
  const reads: (() => Promise<unknown>)[] = [];
  await hookTable(({ command, input, send }) => {
    if (command !== 'QueryCommand') return send();
    const [value] = Object.values(input.ExpressionAttributeValues as object);
    const Command = typeof value === 'string' ? QueryCommand : TypedQueryCommand;
    reads.push(() => documentClient.send(new Command(input as never) as never));
    return send();
  }, work);
  const [taken, floors]: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    taken.push(await millisecondsOf(work));
    floors.push(
      await millisecondsOf(async () => {
        for (const read of reads) await read();
      }),
    );
  }
  const ratio = median(taken) / median(floors);
  return {
    measure: `${what}: the answer, warm, beside its reads, median`,
    value: `${median(taken).toFixed(0)} ms, ${ratio.toFixed(1)} × of ${median(floors).toFixed(0)}`,
    limit: `≤ ${limit} ×`,
    ok: ratio <= limit,
  };
}

async function millisecondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
