import { familiesContract } from '#shared/options/families/contract.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import { postReportOfStudent } from '../../../tests/support/school/posted-report.ts';
import { putRecords } from '../../../tests/support/school/records.ts';
import { addStudents, startSmallSchool, term, year } from '../../../tests/support/school/small-school.ts';
import { recordTraffic } from '../../../tests/support/school/table-traffic.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'A posted term: a thousand students open their report within ten minutes, replayed in one';

const students = 1000;
/** Milliseconds of the replay. */
const duration = 60_000;
const atOnce = 10;
/** Most requests of the table for an opening. */
const requestLimit = 3;

/**
 * Each student signs in beforehand, opens the list, the report and the printed card; sessions are opened without the
 * cost of a password.
 */
export async function run(): Promise<BenchRow[]> {
  const school = await startSmallSchool();
  try {
    const clients = await arrive(school.url);
    const period = { year: year - 1, term };
    const ofTerm = { year: String(period.year), term: String(term) };
    const taken: number[] = [];
    let failed = 0;
    const open = async (client: (typeof clients)[number]) => {
      const began = performance.now();
      const answers = [
        await client.call(familiesContract.listMyReports, {}),
        await client.call(familiesContract.readMyReport, ofTerm),
        await client.call(familiesContract.printMyReport, ofTerm),
      ];
      failed += answers.filter(({ status }) => status !== 200).length;
      taken.push((performance.now() - began) / answers.length);
    };
    const [first] = clients;
    if (!first) throw new Error('Nobody has arrived');
    await open(first);
    const traffic = await recordTraffic(() => first.call(familiesContract.readMyReport, ofTerm));
    taken.length = 0;
    const start = performance.now();
    await Promise.all(
      clients.map(async (client, index) => {
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, start + (index * duration) / students - performance.now())),
        );
        await open(client);
      }),
    );
    const sorted = taken.toSorted((a, b) => a - b);
    const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) => sorted[Math.floor(sorted.length * share)] ?? 0);
    return [
      { measure: `${students} openings in 60 s: errors`, value: `${failed}`, limit: '0', ok: failed === 0 },
      {
        measure: 'A call of an opening, p95 and p50',
        value: `${p95.toFixed(1)} and ${p50.toFixed(1)} ms`,
        limit: 'p95 ≤ 5 × p50',
        ok: p95 <= 5 * p50,
      },
      {
        measure: 'Requests of the table for an opening',
        value: `${traffic.length}`,
        limit: `≤ ${requestLimit}`,
        ok: traffic.length <= requestLimit,
      },
    ];
  } finally {
    await school.stop();
  }
}

/** Students with accounts, a posted report each, and an open session. */
async function arrive(url: string) {
  const { studentAccountId, studentAccountRecords } = await import('#functions/sessions/student-accounts.ts');
  const { AccountEntity } = await import('#functions/sessions/accounts.ts');
  const ids = Array.from({ length: students }, (_, index) => `B${10_000 + index}`);
  await addStudents('1A', ids);
  const accounts = ids.map((id) => studentAccountRecords(id).account);
  await putRecords(
    AccountEntity,
    accounts.map(({ identityDue: _due, isUnused: _unused, ...account }) => account),
  );
  const clients: Awaited<ReturnType<typeof clientOfAccount>>[] = [];
  for (let from = 0; from < ids.length; from += atOnce)
    clients.push(
      ...(await Promise.all(
        ids.slice(from, from + atOnce).map(async (id) => {
          await postReportOfStudent(id, { year: year - 1, term });
          return clientOfAccount(url, studentAccountId(id));
        }),
      )),
    );
  return clients;
}
