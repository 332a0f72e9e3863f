import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { changeRecordOfTest } from '../../../support/school/records.ts';
import { addStudents } from '../../../support/school/small-school.ts';

const { printAttendanceCards } = scanStationsContract;
let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  office = await clientOfAccount(school.url, 'A1');
});
afterAll(() => school.stop());

/** The texts of each page. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  return (await extractText(new Uint8Array(bytes))).text;
}

describe('student cards', () => {
  it('of a class have each student with class, id and the school’s name', async () => {
    const answer = await office.call(printAttendanceCards, { class_id: '4A' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const [page, ...more] = await pagesOf(answer.bytes);
    expect(more).toEqual([]);
    for (const id of ['S41', 'S42', 'S43', 'S44']) {
      expect(page).toContain(`Pupil ${id} Lastname ${id}`);
      expect(page?.match(new RegExp(`\\b4A\\s+${id}\\b`))).not.toBeNull();
    }
    expect(page).not.toContain('S45');
  });

  it('are eight on a page', async () => {
    await addStudents(
      '1B',
      Array.from({ length: 14 }, (_, index) => `S${50 + index}`),
    );
    const pages = await pagesOf((await office.call(printAttendanceCards, { class_id: '1B' })).bytes);
    const cards = (page: string) => [...page.matchAll(/Pupil/g)].length;
    expect(pages.map(cards)).toEqual([8, 8, 1]);
  });

  it('include only the chosen students, each once, and no archived ones', async () => {
    await changeRecordOfTest(StudentEntity, { studentId: 'S46' }, { status: 'archived', classId: '4B' });
    const { bytes } = await office.call(printAttendanceCards, { student_ids: 'S45,S01,S01,S46,NOBODY' });
    const [page = ''] = await pagesOf(bytes);
    expect([...page.matchAll(/Pupil S\d\d/g)].map(([name]) => name)).toEqual(['Pupil S01', 'Pupil S45']);
    expect((await office.call(printAttendanceCards, { student_ids: 'S46' })).status).toBe(404);
    expect((await office.call(printAttendanceCards, { class_id: '7Z' })).status).toBe(404);
  });
});
