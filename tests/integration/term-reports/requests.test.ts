import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { clientOf } from '../../support/callers.ts';
import type { TestClient } from '../../support/client.ts';
import { addStudents, startSmallSchool, term, year } from '../../support/small-school.ts';

/** Classes of forms 2 and 3 that the small school leaves empty, with so many students. */
const sizes = { '2A': 10, '2B': 20, '2C': 40 } as const;
const subjectIds = Array.from({ length: 12 }, (_, index) => `SUB${index}`);

describe('what Edit / View Term Reports asks of the table', () => {
  let server: RunningSchool;
  let admin: TestClient;
  let traffic: typeof import('../../support/table-traffic.ts');

  beforeAll(async () => {
    server = await startSmallSchool();
    traffic = await import('../../support/table-traffic.ts');
    const { SubjectRecord } = await import('#functions/mark-sheet/store.ts');
    admin = await clientOf(server.url, 'A1');
    for (const [classId, size] of Object.entries(sizes)) {
      const ids = Array.from({ length: size }, (_, index) => `${classId}-${index}`);
      await addStudents(classId, ids);
      const comment = 'A steady term with pleasing results in every topic.';
      const records = ids.flatMap((studentId) =>
        subjectIds.map((subjectId) => ({ studentId, year, term, subjectId, classId, formLevel: 2, exam: 50, comment })),
      );
      await SubjectRecord.put(records).go();
    }
  });
  afterAll(() => server.stop());

  const open = (classId: string) =>
    admin.call(termReportsContract.classTermReports, { class_id: classId, year: String(year), term: String(term) });

  it.each(Object.entries(sizes))('is three requests for class %s with %i students', async (classId, size) => {
    const requests = await traffic.trafficOf(async () => {
      const { data } = (await open(classId)).body;
      expect(data).toHaveLength(size);
      expect(data[0]?.table2_records).toHaveLength(14);
    });
    expect(requests.map(({ operation }) => operation).sort()).toEqual(['BatchGetItem', 'Query', 'Query']);
  });

  it('is three requests for a save that names the class', async () => {
    const save = { student_id: '2A-0', year, term, class_id: '2A' };
    const ofReport = await traffic.trafficOf(async () => {
      const answer = await admin.call(termReportsContract.saveTermReport, { ...save, comments: 'Good.' });
      expect(answer.status).toBe(200);
    });
    // Read, write, and what stands there now.
    expect(ofReport.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems', 'BatchGetItem']);
  });

  it('is four requests for a setting of a whole school', async () => {
    const input = { possible_attendance: 99, class_id: null, year, term };
    const requests = await traffic.trafficOf(async () => {
      expect((await admin.call(termReportsContract.setPossibleAttendance, input)).body.students).toBe(85);
    });
    expect(requests.map(({ operation }) => operation)).toEqual([
      'BatchGetItem',
      'BatchGetItem',
      'TransactWriteItems',
      'BatchGetItem',
    ]);
  });
});
