import { peopleContract } from '#shared/people/contract.ts';
import { startSchool } from '../../../local/school.ts';
import { clientOfAccount } from '../../../tests/support/callers/callers.ts';
import type { BenchRow } from '../kit/bench.ts';
import { dailyPath } from '../kit/daily-path.ts';
import { countStages, recordRequests } from '../kit/stages.ts';

export const title = 'Requests to AWS of the daily path that wait for one another';

const schoolDayOfToday = '2026-10-01';
const today = new Date(`${schoolDayOfToday}T12:00:00Z`);

export async function run(): Promise<BenchRow[]> {
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true, today });
  try {
    const { findAccountByUserName } = await import('#functions/sessions/accounts.ts');
    const { readCurrentPeriod } = await import('#functions/school/records/periods.ts');
    const { readCurrentStudents } = await import('#functions/students/records/rosters/read-rosters.ts');
    const { demoPassword } = await import('../../../local/demo-school/demo-credentials.ts');
    const idOf = async (name: string) => (await findAccountByUserName(name))?.accountId ?? '';
    const [employeeId, period] = [await idOf('formteacher'), await readCurrentPeriod()];
    if (!period) throw new Error('The demo school has no current term.');
    const teacher = await clientOfAccount(school.url, employeeId);
    const input = { employee_id: employeeId, year: String(period.year) };
    const { body: lessons } = await teacher.call(peopleContract.listTeacherLessons, input);
    const lesson = lessons.find(({ class_id }) => class_id !== null);
    const student = (await readCurrentStudents()).find(({ classId }) => classId === lesson?.class_id);
    if (!lesson || !student) throw new Error('The form teacher of the demo school has no lesson with students.');
    const calls = dailyPath({
      ...period,
      url: school.url,
      teacher,
      office: await clientOfAccount(school.url, await idOf('admin')),
      employeeId,
      userName: 'formteacher',
      password: demoPassword,
      classId: student.classId,
      formLevel: lesson.form_level,
      subjectId: lesson.subject_id,
      studentId: student.studentId,
      date: schoolDayOfToday,
    });
    const rows: BenchRow[] = [];
    for (const { what, stages, play } of calls) {
      // The first one fetches what a process keeps.
      await play(1);
      const requests = await recordRequests(() => play(2));
      const found = countStages(requests);
      rows.push({
        measure: what,
        value: `${found} stages, ${requests.length} requests`,
        limit: `≤ ${stages} stages`,
        ok: found <= stages,
      });
    }
    return rows;
  } finally {
    await school.stop();
  }
}
