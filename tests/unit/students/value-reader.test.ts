import { expect, it } from 'vitest';
import { createFactReader } from '#functions/students/records/value-reader.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';

process.env.SCHOOL_FILE = new URL('../../../infra/schools/demo.json', import.meta.url).pathname;

it('judges a date of birth by the date at the school, not by that of the machine', () => {
  // Ten in the evening of the day before, in Port of Spain.
  const read = createFactReader(new Date('2026-11-22T02:00:00Z'));
  expect(read('date_of_birth', '2026-11-21')).toEqual({ value: '2026-11-21' });
  expect(read('date_of_birth', '2026-11-22')).toEqual({ refused: attendanceWordings.stillToCome });
  expect(read('class_id', '1a')).toEqual({ value: '1A' });
});
